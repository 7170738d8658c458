/* Papers of a 届出・連絡 (decision 074): what was handed in, and the receipt. They go with the item, and with its construction. */
alter table documents
  add column filing_id bigint,
  add constraint documents_filing_fkey foreign key (client_id, filing_id) references filings on delete set null (filing_id),
  drop constraint documents_kind_check,
  add constraint documents_kind_check check (kind in ('building_document', 'attachment_file', 'in_house_document', 'document', 'filing_file')),
  -- An item that is gone leaves its papers hidden, until they are forgotten.
  add constraint documents_filing check (filing_id is null or kind = 'filing_file');
create index documents_filing_idx on documents (client_id, filing_id, id) where filing_id is not null;
