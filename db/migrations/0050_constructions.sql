-- What the letters of a construction say beside its dates: limits with their hours, cost, what to clear, and whom to call.
alter table constructions
  add column water_limit text check (char_length(water_limit) <= 200),
  add column power_limit text check (char_length(power_limit) <= 200),
  add column toilet_limit text check (char_length(toilet_limit) <= 200),
  add column noise_limit text check (char_length(noise_limit) <= 200),
  add column lift_limit text check (char_length(lift_limit) <= 200),
  add column cost_note text check (char_length(cost_note) <= 200),
  add column clearing_note text check (char_length(clearing_note) <= 200),
  -- As they are printed; null: the client's.
  add column contact_phone text check (char_length(contact_phone) <= 20),
  add column contact_hours text check (char_length(contact_hours) <= 60);

/* The client's own, where the letters do not name the call center of the installation. */
alter table clients
  add column contact_phone text check (char_length(contact_phone) <= 20),
  add column contact_hours text check (char_length(contact_hours) <= 60);
