"""The log on disk, byte for byte as Apache Kafka writes it; plain synchronous code, no reactor.

Its rooms, each of which knows only those above it; compaction and directories do not know each other::

    segments            a segment's files and indexes, and looking things up in them, in memory or on the disk
    producers           idempotent and transactional producers: sequences, open transactions, snapshots
    log                 one partition's log: appending, reading, retention, flushing, truncation, recovery, leader epochs
    compaction          of one log: which part of it, the new segments, how they take the old ones' place
    directories         data directories: identity, start and close, partitions that come and go, the files that speak of all of them

What all rooms stand on lies beside them, and knows none of them::

    filesystem          FileSystem, File, RealFileSystem()
    file_cache          FileCache(fs, limit): get(path, write=False, create=False) -> File; at_hand(path) -> File | None; adopt(path, file);
                        forget(path); forget_directory(path); forget_directories(paths); clear()
    index_pages         IndexPages(limit): get(segment, number), put(segment, number, page), forget(segment)
    cold_read           ColdRead.run(), .apply(); combined(reads); wait_for(question)
    filenames           file_name(offset, LOG | OFFSET_INDEX | TIME_INDEX | TXN_INDEX | SNAPSHOT, stage=""), file_path(directory, ...),
                        parse_file_name(name) -> FileName | None; directory_name(tp),
                        role_directory_name(tp, DirectoryRole.DELETE, uuid_hex),
                        parse_directory_name(name) -> DirectoryName(topic_partition, role) | None
    atomic_files        read_whole(fs, path, max_bytes), read_parsed(fs, path, parse, max_bytes), replace_whole(fs, path, data, sync=True),
                        write_temporary(fs, path, data) -> path
    prepared_files      PreparedFiles(fs): file(path), write(path, data); then put_in_place(path), or discard()
    parallel_io         RunAll: one_by_one, in_threads(acts, seconds=None) -> outcomes: many waits for the disk at once
    checkpoint_files    read_offsets / write_offsets(fs, path, {TopicPartition: offset}); read_/write_leader_epochs; CorruptCheckpoint
    disk_work           DiskWork, WorkOwner, WorkKind: what is done in another thread, and who owns it
    deleted_files       mark_deleted(fs, path) -> path | None: how a file of a log is deleted
    removal             Removal: files and directories to remove, a DiskWork
    context             LogContext: what all logs of a directory share
    directory_health    DirectoryHealth, is_refusal: whether a directory takes writes, and what takes it out of service
    settings            LogSettings: Kafka's topic configurations, with units
"""
