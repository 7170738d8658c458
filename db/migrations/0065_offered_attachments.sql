-- The attachments that were offered when a book's contents were chosen last, by key (`documents/12`): what came later is in no book before
-- somebody puts it in. Null while nobody has chosen.
alter table completion_books add column offered text[];

update completion_books set offered = array(
    select 'documents/' || doc.id from documents doc
    where doc.client_id = completion_books.client_id and doc.construction_id = completion_books.construction_id
      and doc.kind = 'attachment_file' and doc.discarded_at is null
    union all
    select 'handling_equipments/' || he.id from handling_equipments he
    where he.client_id = completion_books.client_id and he.construction_id = completion_books.construction_id and he.discarded_at is null)
  where choices is not null;
