-- The same request of a device is one receipt: the first answer may be lost, and asking again is no 再発行.
alter table receipts add column request_id uuid;
alter table receipts add constraint receipts_request_key unique (client_id, order_id, request_id);

/*
 * Who wants to hear of an earlier frame, and on which days they could (decision 064): in the order of asking. One open wish a room.
 */
create table earlier_wishes (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  room_id bigint not null,
  dates date[] not null check (cardinality(dates) between 1 and 400),
  wished_at timestamptz not null default app_now(),
  ended_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, construction_id, room_id) references rooms (client_id, construction_id, id) on delete cascade
);
create unique index earlier_wishes_room_key on earlier_wishes (client_id, room_id) where ended_at is null;
create index earlier_wishes_construction_idx on earlier_wishes (client_id, construction_id, wished_at) where ended_at is null;
select protect_tenant_table('earlier_wishes');

/* A frame that became free, kept for whoever wished, until they answer. One open offer a room, and one a frame. */
create table earlier_offers (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  room_id bigint not null,
  wish_id bigint not null,
  date date not null,
  construction_time_frame_id bigint not null,
  frame_number integer not null,
  state text not null default 'open' check (state in ('open', 'taken', 'declined', 'expired', 'ended')),
  transport text not null check (transport in ('mail', 'sms', 'paper')),
  offered_at timestamptz not null default app_now(),
  answer_until timestamptz not null,
  ended_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, construction_id, room_id) references rooms (client_id, construction_id, id) on delete cascade,
  foreign key (client_id, wish_id) references earlier_wishes (client_id, id) on delete cascade,
  constraint earlier_offers_ended check ((state = 'open') = (ended_at is null))
);
create unique index earlier_offers_room_key on earlier_offers (client_id, room_id) where state = 'open';
create unique index earlier_offers_frame_key on earlier_offers (client_id, construction_id, date, construction_time_frame_id, frame_number)
  where state = 'open';
create index earlier_offers_wish_idx on earlier_offers (client_id, wish_id);
select protect_tenant_table('earlier_offers');

-- A room may look at one frame for five minutes while another is kept for it by an offer.
alter table frame_holds add column offer_id bigint;
alter table frame_holds drop constraint frame_holds_room_key;
create unique index frame_holds_room_key on frame_holds (client_id, room_id) where offer_id is null;
create unique index frame_holds_offer_key on frame_holds (client_id, offer_id) where offer_id is not null;
