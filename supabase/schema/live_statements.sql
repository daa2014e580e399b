-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.nudge_statements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.nudge_statements() is 'Invoices whose status or balance changed nudge doc:<public_uuid> of the twelve newest statements of their clients.';
