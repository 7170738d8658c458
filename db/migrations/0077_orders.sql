-- The name that an order keeps, as people are found by it (decision 057): folded when it is written, not anew for every order at each search.
alter table orders add column resident_name_key text generated always as (fold_name(resident_name)) stored;
