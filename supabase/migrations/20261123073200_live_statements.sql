-- The page of a sent statement shows what is open now: it hears when an invoice of its client is issued, paid or credited.

create function private.nudge_statements() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_uuid uuid;
begin
  for v_uuid in
    select s.public_uuid
      from (select distinct c.contact_id from changed c join previous p on p.id = c.id
             where (c.status, c.balance) is distinct from (p.status, p.balance)) as client
      cross join lateral (select k.public_uuid from public.statements k
        where k.contact_id = client.contact_id and k.link_revoked_at is null order by k.date_to desc, k.id desc limit 12) as s
  loop
    perform private.nudge('doc:' || v_uuid, 'invoices', tg_op, null);
  end loop;
  return null;
end $$;
comment on function private.nudge_statements is
  'Invoices whose status or balance changed nudge doc:<public_uuid> of the twelve newest statements of their clients.';
call private.after_each_statement('public.invoices', 'nudge_statements', 'private.nudge_statements()', '{update}');

revoke execute on all routines in schema private from public;
