-- What stood on the page from which six digits were asked for: who types them agrees to that, whatever began since. Null: the platform's text.
alter table contact_confirmations
  add column terms_id bigint,
  add column privacy_policy_id bigint,
  add foreign key (client_id, terms_id) references legal_texts (client_id, id),
  add foreign key (client_id, privacy_policy_id) references legal_texts (client_id, id);
-- Those that are on their way: what was in force when they were asked for.
update contact_confirmations cf set
  terms_id = (select lgt.id from legal_texts lgt where lgt.client_id = cf.client_id and lgt.kind = 'terms'
    and lgt.effective_on <= (cf.created_at at time zone 'Asia/Tokyo')::date order by lgt.number desc limit 1),
  privacy_policy_id = (select lgt.id from legal_texts lgt where lgt.client_id = cf.client_id and lgt.kind = 'privacy_policy'
    and lgt.effective_on <= (cf.created_at at time zone 'Asia/Tokyo')::date order by lgt.number desc limit 1)
  where cf.resident_id is null and cf.used_at is null;

-- What was published and what was agreed to is a record: nobody takes a row away or writes it anew. With a resident the foreign key takes theirs.
revoke delete on legal_texts from toguchi_app;
revoke update, delete on legal_texts_shown from toguchi_app;
