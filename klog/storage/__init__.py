"""The log on disk, byte for byte as Apache Kafka writes it; plain synchronous code, no reactor.

Files and formats, below the log itself::

    filesystem          FileSystem, File, RealFileSystem()
    file_cache          FileCache(fs, limit): get(path, write=False, create=False) -> File; at_hand(path) -> File | None; adopt(path, file);
                        forget(path); forget_directory(path); forget_directories(paths); clear()
    index_pages         IndexPages(limit): get(segment, number), put(segment, number, page), forget(segment)
    cold_read           ColdRead.run(), .apply(); combined(reads); wait_for(question)
    filenames           file_name(offset, LOG | OFFSET_INDEX | TIME_INDEX | TXN_INDEX | SNAPSHOT, stage=""), file_path(directory, ...),
                        parse_file_name(name) -> FileName | None; directory_name(tp),
                        role_directory_name(tp, DirectoryRole.DELETE, uuid_hex),
                        parse_directory_name(name) -> DirectoryName(topic_partition, role) | None
    offset_index        OffsetIndex(base_offset, max_bytes): append(offset, position), lookup(offset) -> OffsetPosition,
                        truncate_to(offset), full, last_offset, flush(file),
                        OffsetIndex.load(file, base_offset, max_bytes, log_bytes=None) raises CorruptIndex;
                        lookup_in_file(file, base_offset, offset) for closed segments
    time_index          TimeIndex(base_offset, max_bytes): append(timestamp_ms, offset, closing=False), lookup(ms) -> TimestampOffset,
                        last, ...; lookup_in_file, last_in_file
    txn_index           TxnIndex(base_offset): append(AbortedTxn), collect(fetch_offset, upper_bound) -> (list, done), ...
    atomic_files        read_whole(fs, path, max_bytes), read_parsed(fs, path, parse, max_bytes), replace_whole(fs, path, data, sync=True)
    prepared_files      PreparedFiles(fs): file(path), write(path, data); then put_in_place(path), or discard()
    parallel_io         RunAll: one_by_one, in_threads(acts, seconds=None) -> outcomes: many waits for the disk at once
    batch_headers       header_entry(buffer, position) -> Entry; walk(scan, read, position, end, path) -> entries
    checked_batches     checked_batches(context, path, size, base_offset, why) -> (entry, bytes) while checksums and offsets hold
    flush, removal      Flush: files and directories to sync; Removal: files and directories to remove. Both are DiskWork
    creation            Creation of [NewPartition]: directories of many new partitions
    failed_creations    FailedCreations(fs, path, now_ms, random_bytes): what was made for nothing and still has a partition's name
    directory_checkpoints  DirectoryCheckpoints(fs, path, ...): read(), of(tp) -> Checkpointed, opened(failed), prepare(),
                        prepare_cleaner(), without(wanted), forget(tp)
    topic_ids           TopicIds(fs, remembered, make, ...).settle(logs, found) -> {topic: id}; new_topic_id(random_bytes)
    checkpoints         read_offsets / write_offsets(fs, path, {TopicPartition: offset}); read_/write_leader_epochs; CorruptCheckpoint
    leader_epochs       LeaderEpochCache(fs, path): assign, epoch_for_offset, end_offset_for(epoch, log_end),
                        truncate_from_end/_start, load, flush
    partition_metadata  read_partition_metadata(fs, directory) -> TopicId | None; write_partition_metadata(fs, directory, topic_id)
    meta_properties     MetaProperties, read_meta_properties(fs, directory) -> MetaProperties | None, write_meta_properties
    clean_shutdown      was_clean, write_clean_shutdown, remove_clean_shutdown(fs, directory)
    producer_snapshot   SnapshotEntry, read_snapshot(fs, path), write_snapshot(fs, path, entries, sync=True); CorruptSnapshot
    producer_state      ProducerStateManager(fs, directory, topic_partition, expiration_ms): check -> Decision, update, end_transaction,
                        complete, begin / commit / rollback, first_unstable_offset, on_high_watermark, expire, take_snapshot,
                        reload(log_start, log_end, now_ms), truncate_and_reload, truncate_fully_and_start_at, remove_snapshots_after, ...
    refused_batches     RefusedBatches: note(producer_id, epoch, first_sequence, code, expected, now_ms), reason(...) -> ErrorCode | None,
                        came, add, expire
    state_file          StateFile(fs, path): load() -> State | None, save(state); State, TopicRecord, StateCorrupt
"""
