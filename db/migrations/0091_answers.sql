/* The day on which a slip came in, where that was not the day it was written down; and what a pile of slips is taken back by (decision 072). */
alter table room_answers
  add column received_on date,
  add column pile_key text,
  add constraint room_answers_pile_on_paper check (pile_key is null or channel = 'paper');
create index room_answers_pile_idx on room_answers (client_id, pile_key) where pile_key is not null;
