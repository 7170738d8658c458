-- An item of a report is a choice, a number with its unit or a text; what is required has to be answered before a room is completed.
alter table completion_report_items
  add column kind text not null default 'choice' check (kind in ('choice', 'number', 'text')),
  add column unit_name text,
  add column required boolean not null default true,
  add constraint completion_report_items_unit_name check ((kind = 'number') = (unit_name is not null));
