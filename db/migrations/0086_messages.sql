-- What is told on paper from the beginning lies in the outbox beside what is sent: whoever has neither mail nor mobile number hears of their
-- orders too (field-use R9). Nobody sends it; it is printed, and says when.
alter table outbox_messages
  add column printed_at timestamptz,
  drop constraint outbox_messages_transport_check,
  drop constraint outbox_messages_state_check,
  drop constraint outbox_messages_recipients_check,
  add constraint outbox_messages_transport_check check (transport in ('mail', 'sms', 'paper')),
  add constraint outbox_messages_state_check check (state in ('waiting', 'sending', 'sent', 'failed', 'recalled', 'paper')),
  add constraint outbox_messages_recipients_check check (transport = 'paper' or cardinality(recipients) > 0),
  add constraint outbox_messages_paper check (transport <> 'paper' or state in ('paper', 'recalled')),
  add constraint outbox_messages_printed_at check (printed_at is null or transport = 'paper');
create index outbox_messages_to_print_idx on outbox_messages (client_id, construction_id, id) where state = 'paper' and printed_at is null;
