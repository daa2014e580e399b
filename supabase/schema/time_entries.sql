-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.time_entries (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  user_email text not null default lower(auth.email()),
  status text not null default 'active'::text,
  client_name text,
  business_name text,
  sessions jsonb not null default '[]'::jsonb,
  total_duration text not null default '00:00:00'::text,
  created_at timestamp with time zone not null default now(),
  touched_at timestamp with time zone not null default now(),
  constraint time_entries_pkey PRIMARY KEY (id),
  constraint time_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint time_entries_business_name_length CHECK (char_length(business_name) <= 400),
  constraint time_entries_client_name_length CHECK (char_length(client_name) <= 400),
  constraint time_entries_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint time_entries_sessions_is_a_list CHECK (
CASE jsonb_typeof(sessions)
    WHEN 'array'::text THEN jsonb_array_length(sessions) <= 10000
    ELSE false
END),
  constraint time_entries_status_is_known CHECK (status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])),
  constraint time_entries_total_duration_is_a_duration CHECK (total_duration ~ '^\d{2,7}:[0-5]\d:[0-5]\d$'::text),
  constraint time_entries_touched_at_is_in_reach CHECK (touched_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND touched_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint time_entries_user_email_is_lower_case CHECK (user_email = lower(user_email)),
  constraint time_entries_user_email_length CHECK (char_length(user_email) >= 3 AND char_length(user_email) <= 320)
);
alter table public.time_entries enable row level security;
CREATE UNIQUE INDEX time_entries_one_active_a_person ON public.time_entries USING btree (user_id) WHERE status = 'active'::text;
CREATE INDEX time_entries_touched_at_idx ON public.time_entries USING btree (touched_at);
CREATE INDEX time_entries_user_email_status_created_at_idx ON public.time_entries USING btree (user_email, status, created_at DESC);
CREATE INDEX time_entries_user_email_status_touched_at_idx ON public.time_entries USING btree (user_email, status, touched_at DESC);
CREATE INDEX time_entries_user_id_created_at_idx ON public.time_entries USING btree (user_id, created_at DESC);
grant delete, insert, select, update on public.time_entries to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.time_entries to service_role;
create policy "staff start their own time" on public.time_entries for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff) AND user_email = lower(( SELECT auth.email() AS email)));
create policy "admins remove time" on public.time_entries for delete to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "staff read their time, managers all" on public.time_entries for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff) OR ( SELECT private.named('manage_time_tracking'::text) AS named));
create policy "staff change their own time until it is completed" on public.time_entries for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND status <> 'completed'::text AND ( SELECT private.is_staff() AS is_staff))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff));
CREATE TRIGGER check_time_entry BEFORE INSERT OR UPDATE ON public.time_entries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_time_entry();
CREATE TRIGGER nudge_time_tracking_delete AFTER DELETE ON public.time_entries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'time-tracking');
CREATE TRIGGER nudge_time_tracking_insert AFTER INSERT ON public.time_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'time-tracking');
CREATE TRIGGER nudge_time_tracking_update AFTER UPDATE ON public.time_entries REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'time-tracking');
CREATE TRIGGER nudge_user_delete AFTER DELETE ON public.time_entries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER nudge_user_insert AFTER INSERT ON public.time_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER nudge_user_update AFTER UPDATE ON public.time_entries REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER pin BEFORE UPDATE ON public.time_entries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'user_id', 'user_email', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.time_entries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.time_entries is 'One stretch of work for a client, in sessions.';
comment on column public.time_entries.touched_at is 'Ours: when the timer last moved. The newest paused one is the one the bar shows, on every device.';
comment on column public.time_entries.user_id is 'Ours: whose entry it is. user_email follows the account when its address changes.';

CREATE OR REPLACE FUNCTION private.rename_time_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.time_entries set user_email = lower(new.email) where user_id = new.id;
  return null;
end $function$;
comment on function private.rename_time_entries() is 'Entries are read by user_email (spec 2 §7): after a confirmed change of address the old ones must stay findable.';
