-- A wish for the next visit may ask for the evening, when those come home who were not met by day (D-34).
alter table revisit_wishes drop constraint revisit_wishes_dayparts;
alter table revisit_wishes add constraint revisit_wishes_dayparts
  check (cardinality(dayparts) = cardinality(dates) and dayparts <@ array['am', 'pm', 'evening', 'any']);
