-- What is to be said of work that ended well: photos that were torn and could not go along.
alter table jobs add column note text;
