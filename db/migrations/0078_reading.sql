-- Large letters and easy words are two choices: whoever needs both had to do without one of them (R13).
alter table residents
  add column reading_size text not null default 'normal' check (reading_size in ('normal', 'large')),
  add column reading_words text not null default 'normal' check (reading_words in ('normal', 'easy'));
update residents set reading_size = case reading_mode when 'large' then 'large' else 'normal' end,
  reading_words = case reading_mode when 'easy' then 'easy' else 'normal' end
  where reading_mode <> 'normal';
alter table residents drop column reading_mode;
