-- What an edition was made of, as a hash: whoever looks at it hears when a book made now would be another one. Null: made before this was kept.
alter table completion_book_editions add column contents bytea check (octet_length(contents) = 32);
