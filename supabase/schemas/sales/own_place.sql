-- What else stands in the account of a client: proofs, messages, payments and what they sent.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.own_proofs(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('public_uuid', m.public_uuid, 'job_id', m.job_id, 'number', m.number, 'title', m.title, 'version', m.version,
             'waits', m.waits, 'is_approved', m.status = 'approved', 'sent_at', m.sent_at, 'decided_at', m.decided_at)
             order by m.waits desc, coalesce(m.decided_at, m.sent_at) desc, m.job_id), '[]')
      from (
        select distinct on (j.id) j.id as job_id, j.title, q.public_uuid, q.number_with_version as number, v.version, v.status, v.sent_at, v.decided_at,
               v.status = 'sent' and j.status not in ('delivered', 'closed') as waits
          from public.quotations q join public.jobs j on j.quotation_id = q.id and j.status <> 'cancelled'
          join public.mockups v on v.job_id = j.id and v.sent_at is not null and v.status <> 'superseded'
         where q.contact_id = p_contact_id and q.link_revoked_at is null and private.is_public_document(q.public_uuid)
         order by j.id, v.version desc limit 200) as m);
end $$;
comment on function private.own_proofs is
  'The newest version of each proof that was sent to a client and that its link opens, those that wait for an answer first, at most 200.';

create function private.own_messages(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with papers as (
      select 'quotation' as kind, q.id, q.public_uuid, q.number_with_version as number from public.quotations q
       where q.contact_id = p_contact_id and q.status <> 'cancelled' and q.sent_at is not null and q.link_revoked_at is null
      union all
      select 'order', o.id, o.public_uuid, o.order_number from public.orders o where o.contact_id = p_contact_id
      union all
      select 'invoice', v.id, v.public_uuid, v.invoice_number from public.invoices v
       where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.link_revoked_at is null
    ), threads as (
      select p.kind, p.public_uuid, p.number, newest.*, not exists (
          select from public.document_events s where s.kind = p.kind and s.record_id = p.id and s.type = 'viewed' and s.at > newest.at) as is_unread
        from papers p cross join lateral (
          select e.type = 'answer' as is_ours, e.actor_name as name, e.meta ->> 'words' as words, e.at from public.document_events e
           where e.kind = p.kind and e.record_id = p.id and e.type in ('question', 'answer', 'change_requested') order by e.id desc limit 1) as newest
    )
    select coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'public_uuid', t.public_uuid, 'number', t.number, 'is_ours', t.is_ours, 'name', t.name,
             'words', left(t.words, 300), 'at', t.at, 'is_new', t.is_ours and t.is_unread and t.at > now() - interval '14 days') order by t.at desc), '[]')
      from (select * from threads order by at desc limit 100) as t);
end $$;
comment on function private.own_messages is
'The threads of a client on quotations, orders and invoices by their last words, newest first, at most 100: the same threads that the office reads. is_new: an answer of ours of
the last two weeks, after which nobody opened the paper.';

create function private.own_payments(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('number', p.payment_number, 'received_on', p.received_on, 'method', p.method, 'currency', p.currency,
             'amount', private.amount_text(p.amount), 'refunded', private.amount_text(p.refunded), 'open', private.amount_text(p.open),
             'order_number', (select o.order_number from public.orders o where o.id = p.order_id),
             'invoices', (select coalesce(jsonb_agg(jsonb_build_object('number', v.invoice_number,
                 'public_uuid', case when v.link_revoked_at is null then v.public_uuid end) order by v.invoice_number), '[]')
               from public.invoices v where v.contact_id = p.contact_id and v.id in (
                 select a.invoice_id from public.payment_allocations a where a.payment_id = p.id group by a.invoice_id having sum(a.amount) > 0)))
             order by p.received_on desc, p.created_at desc), '[]')
      from (select * from public.payments r where r.contact_id = p_contact_id and r.direction = 'in' and r.status in ('succeeded', 'part_refunded', 'refunded')
             order by r.received_on desc, r.created_at desc limit 200) as p);
end $$;
comment on function private.own_payments is
  'What a client paid, newest first, at most 200: what of it was given back, what is still credit, and the invoices that it paid. Amounts are text.';

create function private.own_briefs(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('public_uuid', b.public_uuid, 'reference', b.reference, 'sent_at', b.sent_at, 'what', left(b.answers ->> 'what', 200),
             'pictures', (select coalesce(jsonb_agg(p.name order by p.created_at), '[]') from public.design_brief_pictures p where p.brief_id = b.id))
             order by b.sent_at desc), '[]')
      from (select * from public.design_briefs r where r.contact_id = p_contact_id and r.sent_at is not null order by r.sent_at desc limit 100) as b);
end $$;
comment on function private.own_briefs is 'The briefs that a client sent, with the names of their pictures and sketches, newest first, at most 100.';
