-- outside a transaction
-- beside v0.1.0: a row at a time, beside whoever writes: what they write is noted by the triggers (0140, 0141)
call note_counts_from_before();
call note_orders_from_before();
