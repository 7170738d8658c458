-- Money goes to an account that one person of the office typed only when another one says so (M1, decision 020).

/*
 * Who of the office wrote the account of a transfer; nobody when the resident did. Staff and their administrators are users, admins are of
 * the platform: one person stays one, whatever rights are given or taken in between.
 */
alter table refunds
  add account_writer text check (account_writer in ('user', 'admin')),
  add account_writer_id bigint,
  add settler text check (settler in ('user', 'admin')),
  add settler_id bigint,
  add constraint refunds_account_writer check ((account_writer is null) = (account_writer_id is null)),
  add constraint refunds_settler check ((settler is null) = (settler_id is null)),
  add constraint refunds_two_people check (state <> 'done' or refund_method <> 'bank_transfer' or account_writer is null
    or (settler is not null and (settler <> account_writer or settler_id <> account_writer_id)));
