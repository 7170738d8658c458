-- A call that asks to cancel an option is one of the day's calls too (decision 049).
alter table room_answers drop constraint room_answers_outcome_check;
alter table room_answers add constraint room_answers_outcome_check
  check (outcome in ('confirmed', 'moved', 'answered', 'noted', 'call_back', 'cancel_applied'));
