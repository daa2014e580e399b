set check_function_bodies = off;

create or replace function private.mockup_facts(p_job_ids uuid[], p_inside boolean) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'job_number', j.job_number, 'title', j.title, 'status', j.status,
      'qty', j.qty::text, 'unit', j.unit, 'width_mm', j.width_mm::text, 'height_mm', j.height_mm::text,
      'description', line.description, 'details', line.details, 'mockup_required', j.mockup_required, 'versions', v.versions) order by j.job_number), '[]')
    from public.jobs j
    left join lateral (
      select l.description, l.details from (
        select i.description, i.details, 1 as place from public.order_items i where i.id = j.order_item_id
        union all
        select i.description, i.details, 2 from public.quotation_items i where i.id = j.quotation_item_id) as l
       order by l.place limit 1) as line on true
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', m.id, 'version', m.version, 'status', m.status, 'file_name', m.file_name,
          'note', m.note, 'checklist', m.checklist, 'ticked', m.ticked, 'made_at', m.created_at, 'sent_at', m.sent_at,
          'made_by', private.person_label(m.created_by), 'decided_at', m.decided_at, 'decided_name', m.decided_name,
          'file_hash', m.file_hash,
          'pages', (select jsonb_agg(jsonb_build_object('page', p.page, 'path', p.path, 'thumb_path', p.thumb_path,
              'width', p.width, 'height', p.height) order by p.page) from public.mockup_pages p where p.mockup_id = m.id),
          'comments', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'author', c.author_name, 'is_client', c.is_client,
              'body', c.body, 'page', c.page, 'x', c.x::float8, 'y', c.y::float8, 'is_resolved', c.resolved_at is not null,
              'at', c.created_at) order by c.created_at, c.id) from public.mockup_comments c where c.mockup_id = m.id), '[]'),
          'answers', coalesce((select jsonb_agg(jsonb_build_object('answer', a.answer, 'name', a.name, 'words', a.words, 'way', a.way,
              'at', a.answered_at) || case when p_inside then jsonb_build_object('address', host(a.address), 'file_hash', a.file_hash,
              'recorded_by', private.person_label(a.recorded_by), 'version', a.version,
              'signature', (select s.image from public.document_signatures s where s.id = a.signature_id)) else '{}' end
              order by a.answered_at) from public.mockup_answers a where a.mockup_id = m.id), '[]'))
          || case when p_inside then jsonb_build_object('files', m.files, 'first_viewed_at', (
              select min(e.at) from public.document_events e where e.kind = 'mockup' and e.record_id = m.id and e.type = 'viewed'))
            else '{}' end order by m.version desc) as versions
        from public.mockups m where m.job_id = j.id and (p_inside or m.sent_at is not null)) as v
   where j.id = any (p_job_ids) and (p_inside or v.versions is not null)
$$;

create or replace function private.proof_waits(p_quotation_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.quotations q join public.jobs j on j.quotation_id = q.id and j.status not in ('delivered', 'closed', 'cancelled')
      join public.mockups m on m.job_id = j.id and m.status = 'sent' and m.sent_at is not null
     where q.id = p_quotation_id and q.link_revoked_at is null and private.is_public_document(q.public_uuid));
end $$;

create or replace function private.own_order(p_uuid uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.own_order_facts(o) || jsonb_build_object('contact_id', o.contact_id, 'net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'company', private.company_facts(),
      'client_language', private.own_language(o.person_id, o.contact_id), 'language', private.client_language(null, null),
      'again', private.again_for_client(o), 'site', private.site_facts(o.location_id),
      'quotation', (select jsonb_build_object('public_uuid', q.public_uuid, 'number_with_version', q.number_with_version,
          'proof_waits', private.proof_waits(q.id), 'has_proofs', exists (select from public.mockups m join public.jobs j on j.id = m.job_id
            where j.quotation_id = q.id and m.sent_at is not null))
        from public.quotations q where q.id = o.quotation_id and q.link_revoked_at is null),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('qty_delivered', i.qty_delivered::text)
          order by i.position) from public.order_items i where i.order_id = o.id and not private.is_nothing(i)), '[]'),
      'deliveries', private.own_deliveries(o.contact_id, o.id), 'invoices', private.own_invoices(o.contact_id, o.id))
    from public.orders o where o.public_uuid = p_uuid and o.contact_id in (select private.my_contact_ids())
$$;

create or replace function private.get_public_quotation(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations;
begin
  if not private.is_public_document(p_uuid) then
    return null;
  end if;
  select * into v_row from public.quotations where public_uuid = p_uuid;
  if v_row.id is null then
    return null;
  elsif private.log_view('quotation', v_row.id, p_visit) then
    update public.quotations set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return coalesce(
      case when v_row.status = 'draft' then (
        select coalesce(v.chosen, v.snapshot) from public.quotation_versions v
         where v.quotation_id = v_row.id order by v.version desc limit 1) end,
      private.quotation_document(v_row.id))
    || jsonb_build_object('public_uuid', v_row.public_uuid, 'status', v_row.status, 'being_revised', v_row.status = 'draft',
      'is_past', coalesce(v_row.valid_until < private.company_today(), false),
      'decided_at', v_row.decided_at, 'decided_name', v_row.decided_name, 'reject_reason', v_row.reject_reason,
      'approval', private.approval_of(v_row.id), 'proof_waits', private.proof_waits(v_row.id),
      'client_language', private.own_language(v_row.person_id, v_row.contact_id))
    || private.version_before(v_row) || private.order_of_quotation(v_row.id);
end $$;

revoke execute on all routines in schema private from public;

comment on function private.mockup_facts(pg_catalog.uuid[],boolean) is 'Jobs with the versions of their mockups, the newest first, and what their line says on the papers of the client. p_inside: with drafts, and
with what only staff see.';

comment on function private.proof_waits(pg_catalog.uuid) is 'A proof of the quotation waits for the answer of the client, and the link of the quotation opens it.';

reset check_function_bodies;
