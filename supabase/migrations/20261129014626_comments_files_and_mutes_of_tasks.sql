set check_function_bodies = off;

drop trigger check_comment_attachments on public.task_comments;

drop trigger pin on public.task_comments;

drop policy "staff read views of their own" on public.saved_views;

alter table public.saved_views add column is_shared boolean not null default false;

alter table public.task_comments add column edited_at timestamp with time zone;

-- Muted tasks: whoever muted one gets no notice of replies to it.
create table public.task_mutes (
  task_id uuid not null references public.tasks (id) on delete cascade,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  primary key (task_id, user_id)
);

create or replace function private.check_comment_attachments() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_known constant text[] := case when tg_op = 'UPDATE' then old.attachments else '{}' end;
begin
  perform private.check_files(array(select name from unnest(new.attachments) as file (name) where name is null or name <> all (v_known)));
  return new;
end $$;

create or replace function private.leave_muted() returns trigger
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from public.task_mutes m where m.task_id = new.task_id and m.user_id = new.user_id) then
    return null;
  end if;
  return new;
end $$;

create or replace function public.change_task_files(p_task_id uuid, p_add text[], p_remove text[]) returns text[]
  language plpgsql set search_path = ''
as $$
declare
  v_now text[];
begin
  update public.tasks t
     set images = array(
           select file.name from unnest(t.images || p_add) with ordinality as file (name, place)
            where array_position(p_remove, file.name) is null
            group by file.name order by min(file.place))
   where t.id = p_task_id
  returning t.images into v_now;
  if not found then
    raise insufficient_privilege using message = 'This task is not yours to change';
  end if;
  return v_now;
end $$;

alter table public.task_comments add constraint task_comments_edited_at_is_in_reach CHECK (edited_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND edited_at < '10000-01-01 00:00:00+00'::timestamp with time zone);

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.task_mutes', p_rights => 'select, insert, delete');

create index task_mutes_user_id_idx on public.task_mutes (user_id);

create or replace trigger check_comment_attachments before insert or update of attachments on public.task_comments
  for each row when (current_user in ('anon', 'authenticated') and cardinality(new.attachments) > 0)
  execute function private.check_comment_attachments();

CREATE TRIGGER pin BEFORE UPDATE ON public.task_comments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin_all_but('content', 'attachments');

create or replace trigger stamp_edited_at before update on public.task_comments
  for each row when ((new.content, new.attachments) is distinct from (old.content, old.attachments))
  execute function private.stamp_edited_at();

create or replace trigger ask_first before insert on public.task_mutes for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');

create or replace trigger leave_muted before insert on public.task_reply_notifications
  for each row execute function private.leave_muted();

create policy "staff read views of their own and shared ones" on public.saved_views
  for select to authenticated using ((user_id = (select auth.uid()) or is_shared) and (select private.is_staff()));

create policy "authors change their comments" on public.task_comments
  for update to authenticated
  using (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id))
  with check (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id));

create policy "authors remove their comments" on public.task_comments
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id));

create policy "people hear of a task again" on public.task_mutes
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id));

create policy "people mute tasks that they see" on public.task_mutes
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id));

create policy "people see what they muted" on public.task_mutes
  for select to authenticated
  using (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id));

comment on table public.saved_views is 'Filters and order of a list, by person and name. Colleagues read those that are shared.';

revoke execute on routine public.change_task_files(p_task_id uuid, p_add text[], p_remove text[]) from anon;

revoke execute on routine public.change_task_files(p_task_id uuid, p_add text[], p_remove text[]) from public;

grant delete, update on table public.task_comments to authenticated;

comment on function private.leave_muted() is 'A reply notice of a task that its reader muted is not written.';

comment on function public.change_task_files(pg_catalog.uuid,pg_catalog.text[],pg_catalog.text[]) is 'Adds files to a task and removes some, atomically, by the rights of whoever calls. Returns which it has afterwards.';

comment on column public.saved_views.is_shared is 'Every colleague can choose it. Only its owner changes and removes it.';

comment on column public.task_comments.edited_at is 'When its author last changed the text or the files; null for never. Ours, not of the specification.';

comment on table public.task_mutes is 'Who gets no notice of replies to which task. Mentions and assignments are told all the same.';

reset check_function_bodies;
