set check_function_bodies = off;

-- Which kinds of papers the caller may view is asked once a statement: for who may view none it was asked for every event. An
-- address that no location can have is not looked for.
create or replace function private.open_questions()
returns table (kind text, record_id uuid, label text, client text, name text, words text, asked_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with newest as (
    select distinct on (e.kind, e.record_id) e.kind, e.record_id, e.type, e.actor_name, e.meta, e.at
      from public.document_events e
     where e.type in ('question', 'answer', 'question_closed', 'sent', 'approved', 'rejected', 'expired', 'cancelled')
       and e.kind = any ((select private.my_document_kinds())::text[])
     order by e.kind, e.record_id, e.id desc
  )
  select n.kind, n.record_id, p.label,
         coalesce(nullif(btrim(c.company), ''), nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')),
         n.actor_name, n.meta ->> 'words', n.at
    from newest n
    cross join lateral private.mail_parties(n.kind, n.record_id) as p
    left join public.contacts c on c.id = p.contact_id
   where n.type = 'question'
   order by n.at
   limit 200
$$;

create or replace function private.payment_activity(p_before bigint default null, p_limit integer default 50)
returns table (
  id bigint, at timestamptz, kind text, record_id uuid, type text, actor_name text, number text, amount text, contact_id uuid,
  client_name text)
  language sql stable security definer set search_path = ''
as $$
  select e.id, e.at, e.kind, e.record_id, e.type, e.actor_name,
         coalesce(p.payment_number, v.invoice_number, n.credit_number, s.statement_number),
         coalesce(e.meta ->> 'amount', private.amount_text(coalesce(v.gross, n.gross, s.closing))),
         c.id, private.client_label(c)
    from public.document_events e
    left join public.payments p on e.kind = 'payment' and p.id = e.record_id
    left join public.invoices v on e.kind = 'invoice' and v.id = e.record_id
    left join public.credit_notes n on e.kind = 'credit_note' and n.id = e.record_id
    left join public.statements s on e.kind = 'statement' and s.id = e.record_id
    join public.contacts c on c.id = coalesce(p.contact_id, v.contact_id, n.contact_id, s.contact_id)
   where e.kind = any ((select private.my_document_kinds())::text[]) and private.is_staff()
     and (e.kind = 'payment' and e.type in ('received', 'refunded', 'taken_back')
       or e.kind in ('invoice', 'credit_note', 'statement') and e.type in ('issued', 'sent', 'viewed', 'written_off', 'credit_used'))
     and (p_before is null or e.id < p_before)
   order by e.id desc
   limit least(greatest(p_limit, 1), 200)
$$;

create or replace function private.ask_for_margin_approval(p_quotation_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_quotation_id, 'change quotations');
  v_people uuid[];
begin
  if v_row.status <> 'draft' or private.margin_state(p_quotation_id) <> 'below' then
    perform private.refuse('PT409', 'This quotation waits for no approval');
  elsif exists (
    select from public.document_events e where e.kind = 'quotation' and e.record_id = p_quotation_id and e.type = 'margin_asked'
       and e.meta ->> 'prices' = private.prices_of_quotation(p_quotation_id) and e.at > now() - interval '1 hour')
  then
    return;
  end if;
  select array_agg(ur.user_id) into v_people from public.user_roles ur
   where private.person_label(ur.user_id) = any ((select private.margin_approvers())::text[]) and ur.role not in ('pending', 'client');
  perform private.tell_staff(v_people, null, format('%s needs your approval', v_row.number_with_version),
    format('The margin of %s is below the floor. Please look at it before it is sent.', coalesce(v_row.project_title, 'this quotation')),
    p_quotation_id, jsonb_build_object('quotation_number', v_row.quotation_number, 'kind', 'margin_asked'));
  perform private.log_event('quotation', p_quotation_id, 'margin_asked',
    jsonb_build_object('prices', private.prices_of_quotation(p_quotation_id)));
end $$;

create or replace function private.near_locations(
  p_lat double precision, p_lng double precision, p_address text, p_city text, p_except uuid, p_within double precision)
returns table (id uuid, metres double precision, reason text)
  language sql stable security definer set search_path = ''
as $$
  select l.id, private.metres_between(p_lat, p_lng, l.lat, l.lng) as away, 'near'
    from public.locations l
   where ((select private.can('locations', 'view')) or (select private.can('contacts', 'view')))
     and l.id is distinct from p_except
     and l.lat between p_lat - p_within / 111000 and p_lat + p_within / 111000
     and private.metres_between(p_lat, p_lng, l.lat, l.lng) <= p_within
  union all
  select l.id, private.metres_between(p_lat, p_lng, l.lat, l.lng), 'address'
    from public.locations l
   where ((select private.can('locations', 'view')) or (select private.can('contacts', 'view')))
     and l.id is distinct from p_except
     and char_length(btrim(p_address)) between 4 and 500
     and strpos(l.search_text, ' | ' || private.folded(btrim(p_address)) || ' | ' || private.folded(btrim(coalesce(p_city, '')))) > 0
$$;

reset check_function_bodies;
