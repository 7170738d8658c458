-- What the construction's rooms are to the list of clients: none once it is deleted. By itself: nobody waits for a column behind triggers (0140).
alter table construction_counts add column listed_room_count integer not null default 0;
