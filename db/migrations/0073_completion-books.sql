-- The attachments that an edition could only list, because they could not be read when it was made: that page is how the book is as well.
alter table completion_book_editions add column set_apart text[] not null default '{}';
