-- Another number waits beside the proven one until its code was answered, as another address does (decision 030).
alter table residents
  add unproven_phone text,
  -- Where nobody is reached by a number yet, a new one takes its place at once.
  add constraint residents_unproven_phone check (unproven_phone is null or (phone is not null and phone <> unproven_phone and not phone_unproven));
