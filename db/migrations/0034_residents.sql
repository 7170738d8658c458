-- Who of the office could open a dwelling's page does not settle what is paid to an account that was given there (M1, decision 026).

/*
 * People of the office, as 'user:12' (staff and their administrators) or 'admin:3' (the platform): one person stays one, whatever rights
 * are given or taken in between. Of a code, who had it printed or reissued; it is empty again with the next code.
 */
alter table authentication_codes add known_to text[] not null default '{}';
/* Of a dwelling's account: by whose printed code its login was made or its password set, and who wrote down where its links are mailed. */
alter table residents add known_to text[] not null default '{}';

/* Everybody who typed the account of a transfer or could have given it as the dwelling. */
alter table refunds add account_writers text[] not null default '{}';
update refunds set account_writers = array[account_writer || ':' || account_writer_id] where account_writer is not null;
alter table refunds
  drop constraint refunds_two_people,
  drop constraint refunds_account_writer,
  drop column account_writer,
  drop column account_writer_id,
  add constraint refunds_two_people check (state <> 'done' or refund_method <> 'bank_transfer' or cardinality(account_writers) = 0
    or (settler is not null and not (settler || ':' || settler_id) = any (account_writers)));

/* Codes that are out already: who printed them is in the timeline. */
update authentication_codes a set known_to = found.people
from (
  select e.client_id, e.room_id,
    array_agg(distinct case when e.actor_kind = 'admin' then 'admin:' else 'user:' end || e.actor_id) as people
  from events e join authentication_codes c on c.client_id = e.client_id and c.room_id = e.room_id and e.at >= c.issued_at - interval '1 minute'
  where e.actor_kind in ('admin', 'staffAdmin', 'staff')
    and (e.kind = 'authentication_codes.reissued'
      or e.kind = 'rooms.sheet_printed' and e.change ->> 'kind' in ('information', 'reminder', 'decision'))
  group by e.client_id, e.room_id
) found where found.client_id = a.client_id and found.room_id = a.room_id;
update residents p set known_to = a.known_to
from authentication_codes a
where a.client_id = p.client_id and a.room_id = p.room_id and p.login_id is not null and p.discarded_at is null;
