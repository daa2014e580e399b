-- The story of a credit application keeps the times and people of the row: what is brought in from elsewhere happened then.

create or replace function private.tell_credit_application() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind text;
  v_actor uuid := auth.uid();
  v_at timestamptz;
begin
  if tg_op = 'INSERT' then
    v_kind := 'created';
    v_at := new.created_at;
    v_actor := coalesce(v_actor, new.created_by);
  elsif old.status <> new.status then
    v_kind := case new.status when 'draft' then 'returned' else new.status end;
    v_at := case new.status when 'submitted' then new.submitted_at when 'approved' then new.decided_at
              when 'declined' then new.decided_at end;
    v_actor := coalesce(v_actor, case when new.status in ('approved', 'declined') then new.decided_by end);
  elsif old.contact_id <> new.contact_id then
    v_kind := 'moved';
  else
    v_kind := 'changed';
  end if;
  insert into public.credit_application_events (application_id, at, actor_id, actor_label, kind, amount, days, note)
  values (new.id, coalesce(v_at, clock_timestamp()), v_actor, private.person_label(v_actor), v_kind,
          case v_kind when 'approved' then new.granted_limit else new.requested_limit end,
          case v_kind when 'approved' then new.granted_days else new.terms_days end,
          case when v_kind in ('returned', 'approved', 'declined', 'withdrawn') then new.status_note end);
  return null;
end $$;
