/*
 * What a caller is found by (decision 089). Row-level security lets an index serve no comparison that could leak a row: `like` and `~` are
 * such, equality and order are not. So prefixes are looked up as ranges, in the order of bytes.
 */
create index rooms_beginning_idx on rooms (client_id, name_key text_pattern_ops);
create index residents_phone_beginning_idx on residents (client_id, phone text_pattern_ops) where discarded_at is null and phone is not null;
create index residents_unproven_phone_beginning_idx on residents (client_id, unproven_phone text_pattern_ops) where discarded_at is null and unproven_phone is not null;
-- All names of a client are read from it alone, and not from the residents.
create index residents_name_idx on residents (client_id, name_key) include (room_id) where discarded_at is null;

-- Names with digits, which are few: whoever types the number of a room looks for no name.
create index residents_named_by_digits_idx on residents (client_id, room_id) where discarded_at is null and name_key ~ '[0-9]';

/* Numbers in a room's name that do not stand at its beginning, where the index above finds them: 203 of A203 and of 2-203 (D-36). */
create table room_numbers (
  client_id bigint not null,
  number text not null,
  room_id bigint not null,
  primary key (client_id, number, room_id),
  foreign key (client_id, room_id) references rooms (client_id, id) on delete cascade
);
create index room_numbers_room_idx on room_numbers (client_id, room_id);
select protect_tenant_table('room_numbers');
-- Derived from the names by a trigger, and by nothing else.
revoke insert, update, delete on room_numbers from toguchi_app;

insert into room_numbers
  select distinct r.client_id, found.number[1], r.id from rooms r cross join lateral regexp_matches(r.name_key, '[^0-9]([0-9]+)', 'g') as found (number);

create function note_room_numbers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    delete from room_numbers rn where rn.client_id = new.client_id and rn.room_id = new.id;
  end if;
  insert into room_numbers (client_id, number, room_id)
    select distinct new.client_id, found.number[1], new.id from regexp_matches(new.name_key, '[^0-9]([0-9]+)', 'g') as found (number);
  return null;
end
$$;
revoke all on function note_room_numbers() from public;
create trigger rooms_note_numbers after insert on rooms for each row when (new.name_key ~ '[^0-9][0-9]') execute function note_room_numbers();
create trigger rooms_note_new_numbers after update of name_key on rooms for each row when (old.name_key is distinct from new.name_key)
  execute function note_room_numbers();

-- Last: they take a lock that lets nobody read, and the ones above serve what they served.
drop index residents_phone_idx;
drop index residents_unproven_phone_idx;
