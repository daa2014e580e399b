-- What the company said of itself on the papers that were sent.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table private.paper_companies (
  kind      text not null,
  record_id uuid not null,
  company   jsonb not null,
  primary key (kind, record_id)
);
comment on table private.paper_companies is
  'The facts of the company (private.company_facts) as a quotation, order confirmation, delivery note or purchase order said them on the day it was sent or handed over.
Without a row: not yet. Invoices, credit notes and statements keep them in their snapshot.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.paper_companies enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.company_of(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select k.company from private.paper_companies k where k.kind = p_kind and k.record_id = p_id), private.company_facts());
end $$;
comment on function private.company_of is 'What the company says of itself on a paper: as on the day it was sent, before that as of today.';

create function private.rounds_to_nearest(p_company jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(p_company ->> 'tax_kind' in ('sales_tax', 'gst'), false) or coalesce(p_company ->> 'rounding' = 'nearest', false)
$$;
comment on function private.rounds_to_nearest is 'Whether the tax of a company, by its facts, goes to the nearest cent, as private.vat_of does it.';

create function private.paper_rounds_to_nearest(p_kind text, p_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select private.rounds_to_nearest(k.company) from public.orders o join private.paper_companies k on k.kind = 'quotation' and k.record_id = o.quotation_id
      where p_kind = 'order' and o.id = p_id),
    (select private.rounds_to_nearest(k.company) from private.paper_companies k where k.kind = p_kind and k.record_id = p_id),
    private.tax_is_rounded());
end $$;
comment on function private.paper_rounds_to_nearest is
  'Whether the tax of a paper goes to the nearest cent: of an order as its quotation was sent, else as on the day the paper was sent, else as today.';

create function private.keep_company(p_kind text, p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_kind in ('quotation', 'order', 'delivery', 'purchase_order') then
    insert into private.paper_companies as k (kind, record_id, company) values (p_kind, p_id, private.company_facts())
    on conflict (kind, record_id) do update set company = excluded.company || jsonb_build_object('tax_kind', k.company -> 'tax_kind', 'rounding', k.company -> 'rounding')
      where k.kind in ('order', 'purchase_order');
  end if;
end $$;
comment on function private.keep_company is
  'A paper keeps what the company says of itself from now on. A quotation and a delivery note that keep it already change nothing; a confirmation or a purchase order that is sent anew
is a paper of its new day, with its tax rounded as before.';
