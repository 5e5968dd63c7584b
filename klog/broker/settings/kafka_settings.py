"""Every broker setting that Apache Kafka 4.3.1 or 3.9.2 knows: its name, type, default and range, read off their ``KafkaConfig``.

One line per setting; ``klog.broker.settings.declared_settings`` says which ones klog honours and gives those their sentence. The columns:

=========== =====================================================================================================
name        Kafka's
kind        bool, string, int, short, long, double, list, class or password
range       ``1..`` at least 1; ``0..9`` between; ``|-1`` or else -1; ``=a,b`` one of (``i=`` in any case); ``+`` not empty
importance  h, m or l
mode        r read-only, b may be changed while running for one broker, c also for the whole cluster
since       both; new: only 4.3.1; old: only 3.9.2
internal    ``internal`` where Kafka does not show it
default     the rest of the line; nothing where Kafka's is null
=========== =====================================================================================================
"""

from __future__ import annotations

TABLE = """\
add.partitions.to.txn.retry.backoff.max.ms int 0.. h r new - = 100
add.partitions.to.txn.retry.backoff.ms int 1.. h r new - = 20
advertised.listeners list - h r both -
alter.config.policy.class.name class - l r both -
alter.config.policy.kraft.compatibility.enable bool - l r old - = false
alter.log.dirs.replication.quota.window.num int 1.. l r both - = 11
alter.log.dirs.replication.quota.window.size.seconds int 1.. l r both - = 1
authorizer.class.name string - l r both - =
auto.create.topics.enable bool - h r both - = true
auto.include.jmx.reporter bool - l r old - = true
auto.leader.rebalance.enable bool - h r both - = true
background.threads int 1.. h c both - = 10
broker.heartbeat.interval.ms int - m r both - = 2000
broker.id int - h r both - = -1
broker.id.generation.enable bool - m r old - = true
broker.rack string - m r both -
broker.session.timeout.ms int - m r both - = 9000
client.quota.callback.class class - l r both -
compression.gzip.level int 1..9|-1 m c both - = -1
compression.lz4.level int 1..17 m c both - = 9
compression.type string =uncompressed,zstd,lz4,snappy,gzip,producer h c both - = producer
compression.zstd.level int -131072..22 m c both - = 3
config.providers list - l c new - =
connection.failed.authentication.delay.ms int 0.. l r both - = 100
connections.max.idle.ms long - m r both - = 600000
connections.max.reauth.ms long - m r both - = 0
control.plane.listener.name string - h r old -
controlled.shutdown.enable bool - m r both - = true
controlled.shutdown.max.retries int - m r old - = 3
controlled.shutdown.retry.backoff.ms long - m r old - = 5000
controller.listener.names list - h r both -
controller.performance.always.log.threshold.ms long 0.. m r new internal = 2000
controller.performance.sample.period.ms long 100.. m r new internal = 60000
controller.quorum.append.linger.ms int 0.. m r both - = 25
controller.quorum.auto.join.enable bool - l r new - = false
controller.quorum.bootstrap.servers list + h r both - =
controller.quorum.election.backoff.max.ms int 0.. h r both - = 1000
controller.quorum.election.timeout.ms int 0.. h r both - = 1000
controller.quorum.fetch.max.bytes int 1.. l r new - = 1048576
controller.quorum.fetch.snapshot.max.bytes int 1.. l r new - = 1048576
controller.quorum.fetch.timeout.ms int 0.. h r both - = 2000
controller.quorum.request.timeout.ms int 0.. m r both - = 2000
controller.quorum.retry.backoff.ms int 0.. l r both - = 20
controller.quorum.voters list + h r both - =
controller.quota.window.num int 1.. l r both - = 11
controller.quota.window.size.seconds int 1.. l r both - = 1
controller.socket.timeout.ms int - m r both - = 30000
cordoned.log.dirs list - m b new - =
create.topic.policy.class.name class - l r both -
default.replication.factor int - m r both - = 1
delegation.token.expiry.check.interval.ms long 1.. l r both - = 3600000
delegation.token.expiry.time.ms long 1.. m r both - = 86400000
delegation.token.master.key password - m r old -
delegation.token.max.lifetime.ms long 1.. m r both - = 604800000
delegation.token.secret.key password - m r both -
delete.records.purgatory.purge.interval.requests int - m r both - = 1
delete.topic.enable bool - h r both - = true
early.start.listeners list - h r both -
eligible.leader.replicas.enable bool - h r old - = false
fetch.max.bytes int 1024.. m r both - = 57671680
fetch.purgatory.purge.interval.requests int - m r both - = 1000
follower.fetch.last.tiered.offset.enable bool - m c new - = false
group.consumer.assignment.interval.ms int 0.. m c new - = 1000
group.consumer.assignors list - m r both - = uniform,range
group.consumer.heartbeat.interval.ms int 1.. m r both - = 5000
group.consumer.max.assignment.interval.ms int 0.. m r new - = 15000
group.consumer.max.heartbeat.interval.ms int 1.. m r both - = 15000
group.consumer.max.session.timeout.ms int 1.. m r both - = 60000
group.consumer.max.size int 1.. m r both - = 2147483647
group.consumer.migration.policy string i=DISABLED,DOWNGRADE,UPGRADE,BIDIRECTIONAL m r both - = bidirectional
group.consumer.min.assignment.interval.ms int 0.. m r new - = 0
group.consumer.min.heartbeat.interval.ms int 1.. m r both - = 5000
group.consumer.min.session.timeout.ms int 1.. m r both - = 45000
group.consumer.regex.refresh.interval.ms int 10000.. m r new internal = 600000
group.consumer.session.timeout.ms int 1.. m r both - = 45000
group.coordinator.append.linger.ms int -1.. m r both - = -1
group.coordinator.background.threads int 1.. h r new - = 2
group.coordinator.cached.buffer.max.bytes int 524288.. m c new - = 1048588
group.coordinator.new.enable bool - m r old internal = false
group.coordinator.rebalance.protocols list =consumer,classic,share,streams m r both - = classic,consumer,streams
group.coordinator.threads int 1.. h r both - = 4
group.initial.rebalance.delay.ms int - m r both - = 3000
group.max.session.timeout.ms int - m r both - = 1800000
group.max.size int 1.. m r both - = 2147483647
group.min.session.timeout.ms int - m r both - = 6000
group.share.assignment.interval.ms int 0.. m c new - = 1000
group.share.assignors list - m r new - = simple
group.share.delivery.count.limit int 2..10 m r both - = 5
group.share.enable bool - m r old internal = false
group.share.heartbeat.interval.ms int 1.. m r both - = 5000
group.share.initialize.retry.interval.ms int 1.. l r new internal = 30000
group.share.max.assignment.interval.ms int 0.. m r new - = 15000
group.share.max.delivery.count.limit int 5..25 m r new - = 10
group.share.max.groups short 1..100 m r old - = 10
group.share.max.heartbeat.interval.ms int 1.. m r both - = 15000
group.share.max.partition.max.record.locks int 2000..10000 m r new - = 4000
group.share.max.record.lock.duration.ms int 30000..3600000 m r both - = 60000
group.share.max.session.timeout.ms int 1.. m r both - = 60000
group.share.max.share.sessions int 1.. m r new - = 2000
group.share.max.size int 1..1000 m r both - = 200
group.share.min.assignment.interval.ms int 0.. m r new - = 0
group.share.min.delivery.count.limit int 2..5 m r new - = 2
group.share.min.heartbeat.interval.ms int 1.. m r both - = 5000
group.share.min.partition.max.record.locks int 100..2000 m r new - = 100
group.share.min.record.lock.duration.ms int 1000..30000 m r both - = 15000
group.share.min.session.timeout.ms int 1.. m r both - = 45000
group.share.partition.max.record.locks int 100..10000 m r both - = 2000
group.share.persister.class.name string - m r new internal = org.apache.kafka.server.share.persister.DefaultStatePersister
group.share.record.lock.duration.ms int 1000..3600000 m r both - = 30000
group.share.session.timeout.ms int 1.. m r both - = 45000
group.streams.assignment.interval.ms int 0.. m c new - = 1000
group.streams.heartbeat.interval.ms int 1.. m r new - = 5000
group.streams.initial.rebalance.delay.ms int 0.. m r new - = 3000
group.streams.max.assignment.interval.ms int 0.. m r new - = 15000
group.streams.max.heartbeat.interval.ms int 1.. m r new - = 15000
group.streams.max.session.timeout.ms int 1.. m r new - = 60000
group.streams.max.size int 1.. m r new - = 2147483647
group.streams.max.standby.replicas int 0.. m r new - = 2
group.streams.min.assignment.interval.ms int 0.. m r new - = 0
group.streams.min.heartbeat.interval.ms int 1.. m r new - = 5000
group.streams.min.session.timeout.ms int 1.. m r new - = 45000
group.streams.num.standby.replicas int 0.. m r new - = 0
group.streams.session.timeout.ms int 1.. m r new - = 45000
initial.broker.registration.timeout.ms int - m r both - = 60000
inter.broker.listener.name string - m r both -
inter.broker.protocol.version string - m r old - = 3.9-IV0
internal.metadata.delete.delay.millis long - l r new internal = 60000
internal.metadata.log.segment.bytes int - l r new internal
internal.metadata.max.batch.size.in.bytes int - l r new internal = 8388608
kafka.metrics.polling.interval.secs int 1.. l r both - = 10
kafka.metrics.reporters list - l r both - =
leader.imbalance.check.interval.seconds long 1.. h r both - = 300
leader.imbalance.per.broker.percentage int - h r old - = 10
listener.security.protocol.map string - l b both - = SASL_SSL:SASL_SSL,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT
listeners list - h b both - = PLAINTEXT://:9092
log.cleaner.backoff.ms long 0.. m c both - = 15000
log.cleaner.dedupe.buffer.size long - m c both - = 134217728
log.cleaner.delete.retention.ms long 0.. m c both - = 86400000
log.cleaner.enable bool - m r both - = true
log.cleaner.io.buffer.load.factor double - m c both - = 0.9
log.cleaner.io.buffer.size int 0.. m c both - = 524288
log.cleaner.io.max.bytes.per.second double - m c both - = 1.7976931348623157E308
log.cleaner.max.compaction.lag.ms long 1.. m c both - = 9223372036854775807
log.cleaner.min.cleanable.ratio double 0..1 m c both - = 0.5
log.cleaner.min.compaction.lag.ms long 0.. m c both - = 0
log.cleaner.threads int 0.. m c both - = 1
log.cleanup.policy list =compact,delete m c both - = delete
log.dir list - h r both - = /tmp/kafka-logs
log.dir.failure.timeout.ms long 1.. l r both - = 30000
log.dirs list - h r both -
log.flush.interval.messages long 1.. h c both - = 9223372036854775807
log.flush.interval.ms long - h c both -
log.flush.offset.checkpoint.interval.ms int 0.. h r both - = 60000
log.flush.scheduler.interval.ms long - h r both - = 9223372036854775807
log.flush.start.offset.checkpoint.interval.ms int 0.. h r both - = 60000
log.index.interval.bytes int 0.. m c both - = 4096
log.index.size.max.bytes int 4.. m c both - = 10485760
log.initial.task.delay.ms long 0.. l r both internal = 30000
log.local.retention.bytes long -2.. m c both - = -2
log.local.retention.ms long -2.. m c both - = -2
log.message.downconversion.enable bool - l c old - = true
log.message.format.version string - m r old - = 3.0-IV1
log.message.timestamp.after.max.ms long 0.. m c both - = 3600000
log.message.timestamp.before.max.ms long 0.. m c both - = 9223372036854775807
log.message.timestamp.difference.max.ms long 0.. m c old - = 9223372036854775807
log.message.timestamp.type string =CreateTime,LogAppendTime m c both - = CreateTime
log.preallocate bool - m c both - = false
log.retention.bytes long - h c both - = -1
log.retention.check.interval.ms long 1.. m r both - = 300000
log.retention.hours int - h r both - = 168
log.retention.minutes int - h r both -
log.retention.ms long - h c both -
log.roll.hours int 1.. h r both - = 168
log.roll.jitter.hours int 0.. h r both - = 0
log.roll.jitter.ms long - h c both -
log.roll.ms long - h c both -
log.segment.bytes int 1048576.. h c both - = 1073741824
log.segment.delete.delay.ms long 0.. h c both - = 60000
max.connection.creation.rate int 0.. m c both - = 2147483647
max.connections int 0.. m c both - = 2147483647
max.connections.per.ip int 0.. m c both - = 2147483647
max.connections.per.ip.overrides string - m c both - =
max.incremental.fetch.session.cache.slots int 0.. m r both - = 1000
max.request.partition.size.limit int 1.. m r both - = 2000
message.max.bytes int 0.. h c both - = 1048588
metadata.log.dir string - h r both -
metadata.log.max.record.bytes.between.snapshots long 1.. h r both - = 20971520
metadata.log.max.snapshot.interval.ms long 0.. h r both - = 3600000
metadata.log.segment.bytes int 8388608.. h r both - = 1073741824
metadata.log.segment.min.bytes int 12.. h r old internal = 8388608
metadata.log.segment.ms long - h r both - = 604800000
metadata.max.idle.interval.ms int 0.. l r both - = 500
metadata.max.retention.bytes long - h r both - = 104857600
metadata.max.retention.ms long - h r both - = 604800000
metric.reporters list - l c both - = org.apache.kafka.common.metrics.JmxReporter
metrics.num.samples int 1.. l r both - = 2
metrics.recording.level string - l r both - = INFO
metrics.sample.window.ms long 1.. l r both - = 30000
min.insync.replicas int 1.. h c both - = 1
node.id int 0..|-1 h r both - = -1
num.io.threads int 1.. h c both - = 8
num.network.threads int 1.. h c both - = 3
num.partitions int 1.. m r both - = 1
num.recovery.threads.per.data.dir int 1.. h c both - = 2
num.replica.alter.log.dirs.threads int - h r both -
num.replica.fetchers int 1.. h c both - = 1
offset.metadata.max.bytes int - h r both - = 4096
offsets.commit.required.acks short - h r old - = -1
offsets.commit.timeout.ms int 1.. h r both - = 5000
offsets.load.buffer.size int 1.. h r both - = 5242880
offsets.retention.check.interval.ms long 1.. h r both - = 600000
offsets.retention.minutes int 1.. h r both - = 10080
offsets.topic.compression.codec int - h r both - = 0
offsets.topic.num.partitions int 1.. h r both - = 50
offsets.topic.replication.factor short 1.. h r both - = 3
offsets.topic.segment.bytes int 1.. h r both - = 104857600
password.encoder.cipher.algorithm string - l r old - = AES/CBC/PKCS5Padding
password.encoder.iterations int 1024.. l r old - = 4096
password.encoder.key.length int 8.. l r old - = 128
password.encoder.keyfactory.algorithm string - l r old -
password.encoder.old.secret password - m r old -
password.encoder.secret password - m r old -
principal.builder.class class - m b both - = org.apache.kafka.common.security.authenticator.DefaultKafkaPrincipalBuilder
process.roles list =broker,controller h r both -
producer.id.expiration.check.interval.ms int 1.. l r both internal = 600000
producer.id.expiration.ms int 1.. l c both - = 86400000
producer.purgatory.purge.interval.requests int - m r both - = 1000
queued.max.request.bytes long - m r both - = -1
queued.max.requests int 1.. h r both - = 500
quota.window.num int 1.. l r both - = 11
quota.window.size.seconds int 1.. l r both - = 1
remote.fetch.max.wait.ms int 1.. m c both - = 500
remote.list.offsets.request.timeout.ms long 1.. m c new - = 30000
remote.log.index.file.cache.total.size.bytes long 1.. l c both - = 1073741824
remote.log.index.file.cache.ttl.ms long -1.. l r new internal = 900000
remote.log.manager.copier.thread.pool.size int 1.. m c both - = 10
remote.log.manager.copy.max.bytes.per.second long 1.. m c both - = 9223372036854775807
remote.log.manager.copy.quota.window.num int 1.. m r both - = 11
remote.log.manager.copy.quota.window.size.seconds int 1.. m r both - = 1
remote.log.manager.expiration.thread.pool.size int 1.. m c both - = 10
remote.log.manager.fetch.max.bytes.per.second long 1.. m c both - = 9223372036854775807
remote.log.manager.fetch.quota.window.num int 1.. m r both - = 11
remote.log.manager.fetch.quota.window.size.seconds int 1.. m r both - = 1
remote.log.manager.follower.thread.pool.size int 1.. m c new - = 2
remote.log.manager.task.interval.ms long 1.. l r both - = 30000
remote.log.manager.task.retry.backoff.max.ms long 1.. l r both internal = 30000
remote.log.manager.task.retry.backoff.ms long 1.. l r both internal = 500
remote.log.manager.task.retry.jitter double 0..0.5 l r both internal = 0.2
remote.log.manager.thread.pool.size int 1.. m r both - = 2
remote.log.metadata.custom.metadata.max.bytes int 0.. l r both - = 128
remote.log.metadata.manager.class.name string + m r both - = org.apache.kafka.server.log.remote.metadata.storage.TopicBasedRemoteLogMetadataManager
remote.log.metadata.manager.class.path string - m r both -
remote.log.metadata.manager.impl.prefix string + m r both - = rlmm.config.
remote.log.metadata.manager.listener.name string + m r both -
remote.log.reader.max.pending.tasks int 1.. m r both - = 100
remote.log.reader.threads int 1.. m c both - = 10
remote.log.storage.manager.class.name string + m r both -
remote.log.storage.manager.class.path string - m r both -
remote.log.storage.manager.impl.prefix string + m r both - = rsm.config.
remote.log.storage.system.enable bool - m r both - = false
replica.fetch.backoff.ms int 0.. m r both - = 1000
replica.fetch.max.bytes int 0.. m r both - = 1048576
replica.fetch.min.bytes int - h r both - = 1
replica.fetch.response.max.bytes int 0.. m r both - = 10485760
replica.fetch.wait.max.ms int - h r both - = 500
replica.high.watermark.checkpoint.interval.ms long - h r both - = 5000
replica.lag.time.max.ms long - h r both - = 30000
replica.selector.class string - m r both -
replica.socket.receive.buffer.bytes int - h r both - = 65536
replica.socket.timeout.ms int - h r both - = 30000
replication.quota.window.num int 1.. l r both - = 11
replication.quota.window.size.seconds int 1.. l r both - = 1
request.timeout.ms int - h r both - = 30000
reserved.broker.max.id int 0.. m r old - = 1000
sasl.client.callback.handler.class class - m r both -
sasl.enabled.mechanisms list - m b both - = GSSAPI
sasl.jaas.config password - m b both -
sasl.kerberos.kinit.cmd string - m b both - = /usr/bin/kinit
sasl.kerberos.min.time.before.relogin long - m b both - = 60000
sasl.kerberos.principal.to.local.rules list - m b both - = DEFAULT
sasl.kerberos.service.name string - m b both -
sasl.kerberos.ticket.renew.jitter double - m b both - = 0.05
sasl.kerberos.ticket.renew.window.factor double - m b both - = 0.8
sasl.login.callback.handler.class class - m r both -
sasl.login.class class - m r both -
sasl.login.connect.timeout.ms int - l r both -
sasl.login.read.timeout.ms int - l r both -
sasl.login.refresh.buffer.seconds short - m b both - = 300
sasl.login.refresh.min.period.seconds short - m b both - = 60
sasl.login.refresh.window.factor double - m b both - = 0.8
sasl.login.refresh.window.jitter double - m b both - = 0.05
sasl.login.retry.backoff.max.ms long - l r both - = 10000
sasl.login.retry.backoff.ms long - l r both - = 100
sasl.mechanism.controller.protocol string - h r both - = GSSAPI
sasl.mechanism.inter.broker.protocol string - m b both - = GSSAPI
sasl.oauthbearer.assertion.algorithm string i=ES256,RS256 m r new - = RS256
sasl.oauthbearer.assertion.claim.aud string - m r new -
sasl.oauthbearer.assertion.claim.exp.seconds int 0..86400 l r new - = 300
sasl.oauthbearer.assertion.claim.iss string - m r new -
sasl.oauthbearer.assertion.claim.jti.include bool - m r new - = false
sasl.oauthbearer.assertion.claim.nbf.seconds int 0..3600 l r new - = 60
sasl.oauthbearer.assertion.claim.sub string - m r new -
sasl.oauthbearer.assertion.file string - m r new -
sasl.oauthbearer.assertion.private.key.file string - m r new -
sasl.oauthbearer.assertion.private.key.passphrase password - m r new -
sasl.oauthbearer.assertion.template.file string - m r new -
sasl.oauthbearer.client.credentials.client.id string - m r new -
sasl.oauthbearer.client.credentials.client.secret password - m r new -
sasl.oauthbearer.clock.skew.seconds int - l r both - = 30
sasl.oauthbearer.expected.audience list - h r both - =
sasl.oauthbearer.expected.issuer string - h r both -
sasl.oauthbearer.jwks.endpoint.refresh.ms long - l r both - = 3600000
sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms long - l r both - = 10000
sasl.oauthbearer.jwks.endpoint.retry.backoff.ms long - l r both - = 100
sasl.oauthbearer.jwks.endpoint.url string - m r both -
sasl.oauthbearer.jwt.retriever.class class - m r new - = org.apache.kafka.common.security.oauthbearer.DefaultJwtRetriever
sasl.oauthbearer.jwt.validator.class class - m r new - = org.apache.kafka.common.security.oauthbearer.DefaultJwtValidator
sasl.oauthbearer.scope string - m r new -
sasl.oauthbearer.scope.claim.name string - l r both - = scope
sasl.oauthbearer.sub.claim.name string - l r both - = sub
sasl.oauthbearer.token.endpoint.url string - m r both -
sasl.server.callback.handler.class class - m r both -
sasl.server.max.receive.size int - m r both - = 524288
security.inter.broker.protocol string =PLAINTEXT,SSL,SASL_PLAINTEXT,SASL_SSL m r both - = PLAINTEXT
security.providers string - l r both -
server.max.startup.time.ms long 0.. m r both internal = 9223372036854775807
share.coordinator.append.linger.ms int -1.. m r new - = -1
share.coordinator.cached.buffer.max.bytes int 524288.. m c new - = 1048588
share.coordinator.cold.partition.snapshot.interval.ms int 1.. l r new internal = 300000
share.coordinator.load.buffer.size int 1.. h r new - = 5242880
share.coordinator.snapshot.update.records.per.snapshot int 0..500 m r new - = 500
share.coordinator.state.topic.compression.codec int - h r new - = 0
share.coordinator.state.topic.min.isr short 1.. h r new - = 2
share.coordinator.state.topic.num.partitions int 1.. h r new - = 50
share.coordinator.state.topic.prune.interval.ms int 1.. l r new internal = 300000
share.coordinator.state.topic.replication.factor short 1.. h r new - = 3
share.coordinator.state.topic.segment.bytes int 1.. h r new - = 104857600
share.coordinator.threads int 1.. m r new - = 1
share.coordinator.write.timeout.ms int 1.. h r new - = 5000
share.fetch.purgatory.purge.interval.requests int - m r new - = 1000
socket.connection.setup.timeout.max.ms long - m r both - = 30000
socket.connection.setup.timeout.ms long - m r both - = 10000
socket.listen.backlog.size int 1.. m r both - = 50
socket.receive.buffer.bytes int - h r both - = 102400
socket.request.max.bytes int 1.. h r both - = 104857600
socket.send.buffer.bytes int - h r both - = 102400
ssl.allow.dn.changes bool - l r both - = false
ssl.allow.san.changes bool - l r both - = false
ssl.cipher.suites list - m b both - =
ssl.client.auth string =required,requested,none m b both - = none
ssl.enabled.protocols list - m b both - = TLSv1.2,TLSv1.3
ssl.endpoint.identification.algorithm string - l b both - = https
ssl.engine.factory.class class - l b both -
ssl.key.password password - m b both -
ssl.keymanager.algorithm string - m b both - = SunX509
ssl.keystore.certificate.chain password - m b both -
ssl.keystore.key password - m b both -
ssl.keystore.location string - m b both -
ssl.keystore.password password - m b both -
ssl.keystore.type string - m b both - = JKS
ssl.principal.mapping.rules string - l r both - = DEFAULT
ssl.protocol string - m b both - = TLSv1.3
ssl.provider string - m b both -
ssl.secure.random.implementation string - l b both -
ssl.trustmanager.algorithm string - m b both - = PKIX
ssl.truststore.certificates password - m b both -
ssl.truststore.location string - m b both -
ssl.truststore.password password - m b both -
ssl.truststore.type string - m b both - = JKS
telemetry.max.bytes int 1.. l r both - = 1048576
transaction.abort.timed.out.transaction.cleanup.interval.ms int 1.. l r both - = 10000
transaction.max.timeout.ms int 1.. h r both - = 900000
transaction.partition.verification.enable bool - l c both - = true
transaction.remove.expired.transaction.cleanup.interval.ms int 1.. l r both - = 3600000
transaction.state.log.load.buffer.size int 1.. h r both - = 5242880
transaction.state.log.min.isr int 1.. h r both - = 2
transaction.state.log.num.partitions int 1.. h r both - = 50
transaction.state.log.replication.factor short 1.. h r both - = 3
transaction.state.log.segment.bytes int 1.. h r both - = 104857600
transaction.two.phase.commit.enable bool - l r new - = false
transactional.id.expiration.ms int 1.. h r both - = 604800000
unclean.leader.election.enable bool - h c both - = false
unclean.leader.election.interval.ms long 1.. m r both internal = 300000
unstable.api.versions.enable bool - h r both internal = false
unstable.feature.versions.enable bool - h r both internal = false
zookeeper.clientCnxnSocket string - m r old -
zookeeper.connect string - h r old -
zookeeper.connection.timeout.ms int - h r old -
zookeeper.max.in.flight.requests int 1.. h r old - = 10
zookeeper.metadata.migration.enable bool - h r old - = false
zookeeper.metadata.migration.min.batch.size int 1.. m r old internal = 200
zookeeper.session.timeout.ms int - h r old - = 18000
zookeeper.set.acl bool - h r old - = false
zookeeper.ssl.cipher.suites list - l r old -
zookeeper.ssl.client.enable bool - m r old - = false
zookeeper.ssl.crl.enable bool - l r old - = false
zookeeper.ssl.enabled.protocols list - l r old -
zookeeper.ssl.endpoint.identification.algorithm string - l r old - = HTTPS
zookeeper.ssl.keystore.location string - m r old -
zookeeper.ssl.keystore.password password - m r old -
zookeeper.ssl.keystore.type string - m r old -
zookeeper.ssl.ocsp.enable bool - l r old - = false
zookeeper.ssl.protocol string - l r old - = TLSv1.2
zookeeper.ssl.truststore.location string - m r old -
zookeeper.ssl.truststore.password password - m r old -
zookeeper.ssl.truststore.type string - m r old -
"""  # noqa: E501
