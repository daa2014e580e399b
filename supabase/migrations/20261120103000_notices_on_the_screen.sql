-- What the panel and the badge ask for in one request each, and the address of a mockup for the person who is told of it.

-- A notice of a mockup opens /mockups/<public_uuid of the quotation>, but its recipient may have no right to quotations.
-- The uuid is kept in the notice, whose row level security already says who may read it.
alter table public.mockup_notifications add column public_uuid uuid;
comment on column public.mockup_notifications.public_uuid is
  'Ours: public_uuid of the quotation of the job, kept by triggers; null while the job has no quotation.';

create function private.mockup_uuid(p_job uuid) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select q.public_uuid from public.jobs j join public.quotations q on q.id = j.quotation_id where j.id = p_job
$$;
comment on function private.mockup_uuid is 'The uuid under which the mockup of a job is shown; null without a quotation.';

create function private.address_mockup_notice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.public_uuid := private.mockup_uuid(new.job_id);
  return new;
end $$;
comment on function private.address_mockup_notice is 'A new notice knows where its mockup is shown.';
create trigger address_mockup_notice before insert or update of job_id on public.mockup_notifications
  for each row execute function private.address_mockup_notice();

create function private.readdress_notices_of_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.mockup_notifications set public_uuid = private.mockup_uuid(new.id) where job_id = new.id;
  return null;
end $$;
comment on function private.readdress_notices_of_job is 'A job that moves to another quotation takes its notices along.';
create trigger readdress_notices after update of quotation_id on public.jobs
  for each row when (old.quotation_id is distinct from new.quotation_id)
  execute function private.readdress_notices_of_job();

create function private.readdress_notices_of_quotation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.mockup_notifications set public_uuid = new.public_uuid
   where job_id in (select j.id from public.jobs j where j.quotation_id = new.id);
  return null;
end $$;
comment on function private.readdress_notices_of_quotation is 'A new link replaces the old one in notices too.';
create trigger readdress_notices after update of public_uuid on public.quotations
  for each row when (old.public_uuid is distinct from new.public_uuid)
  execute function private.readdress_notices_of_quotation();

update public.mockup_notifications set public_uuid = private.mockup_uuid(job_id);

create function public.unread_counts() returns table (source text, unread bigint)
  language sql stable security invoker set search_path = ''
as $$
  select 'task_reply_notifications', count(*) from public.task_reply_notifications
   where user_id = (select auth.uid()) and not is_read
  union all
  select 'mockup_notifications', count(*) from public.mockup_notifications
   where notified_user_id = (select auth.uid()) and not is_read
  union all
  select 'delivery_notifications', count(*) from public.delivery_notifications
   where notified_user_id = (select auth.uid()) and not is_read
  union all
  select 'partial_delivery_notifications', count(*) from public.partial_delivery_notifications
   where notified_user_id = (select auth.uid()) and not is_read
  union all
  select 'notifications', count(*) from public.notifications
   where user_id = (select auth.uid()) and not is_read
     and type in ('task_assigned', 'task_mentioned', 'logistics_update')
$$;
comment on function public.unread_counts is
  'The unread notices of the caller by source, all of one instant: the badge (spec 2 §7).';

create function public.mark_notices_read(p_until timestamptz, p_source text default null) returns integer
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_me constant uuid := auth.uid();
  v_marked integer := 0;
  v_here integer;
begin
  if p_source not in ('task_reply_notifications', 'mockup_notifications', 'delivery_notifications',
    'partial_delivery_notifications', 'notifications') then
    raise exception 'There is no source of notifications called %', p_source using errcode = '22023';
  end if;
  if coalesce(p_source, 'task_reply_notifications') = 'task_reply_notifications' then
    update public.task_reply_notifications set is_read = true
     where user_id = v_me and not is_read and created_at <= p_until;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  if coalesce(p_source, 'mockup_notifications') = 'mockup_notifications' then
    update public.mockup_notifications set is_read = true
     where notified_user_id = v_me and not is_read and created_at <= p_until;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  if coalesce(p_source, 'delivery_notifications') = 'delivery_notifications' then
    update public.delivery_notifications set is_read = true
     where notified_user_id = v_me and not is_read and created_at <= p_until;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  if coalesce(p_source, 'partial_delivery_notifications') = 'partial_delivery_notifications' then
    update public.partial_delivery_notifications set is_read = true
     where notified_user_id = v_me and not is_read and created_at <= p_until;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  if coalesce(p_source, 'notifications') = 'notifications' then
    update public.notifications set is_read = true
     where user_id = v_me and not is_read and created_at <= p_until
       and type in ('task_assigned', 'task_mentioned', 'logistics_update');
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  return v_marked;
end $$;
comment on function public.mark_notices_read is
  'Marks the notices of the caller read, of one source or of all, up to the newest that they saw. One statement and so '
  'one nudge a source; returns how many were marked.';

revoke execute on function private.mockup_uuid, private.address_mockup_notice, private.readdress_notices_of_job,
  private.readdress_notices_of_quotation from public;
revoke execute on function public.unread_counts, public.mark_notices_read from public;
grant execute on function public.unread_counts, public.mark_notices_read to authenticated;
