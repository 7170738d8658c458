-- The day from which a draft is to count, kept with it. Null: none was chosen yet.
alter table legal_text_drafts add column effective_on date;
