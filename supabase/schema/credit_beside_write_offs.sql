-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.guard_written_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invoice public.invoices;
  v_written_off numeric;
  v_credited numeric;
begin
  select * into v_invoice from public.invoices where id = new.invoice_id for no key update;
  select coalesce(sum(w.amount), 0) into v_written_off from public.write_offs w where w.invoice_id = new.invoice_id;
  if v_written_off > 0 then
    select coalesce(sum(n.gross), 0) into v_credited from public.credit_notes n
     where n.invoice_id = new.invoice_id and n.id <> new.id and n.status not in ('draft', 'void');
    if v_credited + new.net + new.vat > v_invoice.gross - v_written_off then
      perform private.refuse('PT409', format('%s of %s were written off: take that back first, or credit no more than %s',
        private.amount_text(v_written_off), v_invoice.invoice_number,
        private.amount_text(greatest(v_invoice.gross - v_written_off - v_credited, 0))));
    end if;
  end if;
  return new;
end $function$;
comment on function private.guard_written_off() is 'A credit note and what was written off are no more than the invoice together.';
