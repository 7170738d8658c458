-- outside a transaction
-- beside v0.1.0: a row a client, beside whoever writes: what they write is noted by the triggers (0149)
call note_files_from_before();
