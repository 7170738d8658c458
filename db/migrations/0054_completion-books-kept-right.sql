-- What a reading of completion books found (decision 041).

-- Goes up with each erasure of people of the construction: a book that was begun before one is not made (decision 015).
alter table completion_books add column erasures integer not null default 0 check (erasures >= 0);

-- Form fields, stamps or the like stand on its pages and are not drawn.
alter table completion_book_attachments add column leaves_out boolean not null default false;
-- Read before that was looked at, and some of them were only slow to read: they are looked into again.
delete from completion_book_attachments;

-- Names, or manuals that are not meant for the app, stand in it: craftsmen do not get it.
alter table completion_book_editions add column office_only boolean not null default false;
update completion_book_editions set office_only = true;
alter table completion_book_editions alter column office_only drop default;
