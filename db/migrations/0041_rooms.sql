-- An absence that was none is told from one that has ended: its slips say nothing of the date that a later visit led to (decision 030).
alter table room_absences add column withdrawn_at timestamptz;
alter table absence_slips add column withdrawn_at timestamptz;

/* What was withdrawn before the update: its end is the moment of the event. */
update room_absences x set withdrawn_at = x.ended_at
from events e
where e.client_id = x.client_id and e.room_id = x.room_id and e.kind = 'rooms.absence_withdrawn'
  and e.at between x.ended_at - interval '1 minute' and x.ended_at + interval '1 minute';
update absence_slips s set withdrawn_at = s.ended_at
from room_absences x
where x.client_id = s.client_id and x.room_id = s.room_id and x.withdrawn_at = s.ended_at;

-- The counts of one room are found by how their subject begins, by the key of the table: in an order that does not depend on a language.
alter table attempt_counters alter column subject type text collate "C";
