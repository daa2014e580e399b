-- What happened to quotations is listed by when it happened: an event that came to be written later, such as one of an
-- import, does not stand above newer ones.

create or replace function private.quotation_activity(p_before bigint default null, p_limit integer default 50, p_clients_only boolean default false)
returns table (id bigint, at timestamptz, record_id uuid, type text, actor_name text, number text, project_title text, client_name text, words text, seconds integer, is_open boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select e.id, e.at, e.record_id, e.type, e.actor_name, q.number_with_version, q.project_title, private.client_label(c),
           coalesce(e.meta ->> 'words', e.meta ->> 'reason'), v.seconds, coalesce(v.seen_at > now() - interval '1 minute', false)
      from public.document_events e
      join public.quotations q on q.id = e.record_id
      join public.contacts c on c.id = q.contact_id
      left join public.quotation_visits v
        on e.type = 'viewed' and v.quotation_id = e.record_id and v.visit = e.meta ->> 'visit' and v.place = 'quotation'
     where e.kind = 'quotation'
       and (p_before is null or (e.at, e.id) < (select last.at, last.id from public.document_events last where last.id = p_before))
       and (not coalesce(p_clients_only, false) or e.type in ('viewed', 'question', 'approved', 'rejected', 'change_requested', 'deposit_paid'))
     order by e.at desc, e.id desc
     limit least(greatest(p_limit, 1), 200);
end $$;

revoke execute on all routines in schema private from public;
