-- The checks of 0126, read while others write.
alter table outbox_messages validate constraint outbox_messages_transport_check;
alter table answer_reminders validate constraint answer_reminders_transport_check;
alter table earlier_offers validate constraint earlier_offers_transport_check;
alter table room_absences validate constraint room_absences_told_by_check;
