-- A promise to call back is somebody's: a member of the company, or, without one, the desk. With the number that was asked for, and what
-- came of it (decision 061).
alter table room_answers
  add column call_back_user_id bigint,
  add column call_back_phone text check (call_back_phone ~ '^[0-9]{10,11}$'),
  add column call_back_result text check (char_length(call_back_result) <= 2000),
  add constraint room_answers_client_id_call_back_user_id_fkey foreign key (client_id, call_back_user_id) references users (client_id, id),
  add constraint room_answers_of_call_back check (
    call_back_at is not null or (call_back_user_id is null and call_back_phone is null and call_back_result is null)),
  add constraint room_answers_call_back_result check (call_back_result is null or called_back_at is not null);

create index room_answers_call_back_user_idx on room_answers (client_id, call_back_user_id) where call_back_user_id is not null;
