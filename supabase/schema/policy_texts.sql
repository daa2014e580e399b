-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.policy_texts (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  version integer not null,
  body_html text not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  constraint policy_texts_pkey PRIMARY KEY (id),
  constraint policy_texts_kind_version_key UNIQUE (kind, version),
  constraint policy_texts_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint policy_texts_body_length CHECK (char_length(btrim(body_html)) > 0 AND char_length(body_html) <= 200000),
  constraint policy_texts_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint policy_texts_kind_is_known CHECK (kind = ANY (ARRAY['privacy'::text, 'terms'::text])),
  constraint policy_texts_version_counts CHECK (version >= 1 AND version <= 100000)
);
alter table public.policy_texts enable row level security;
CREATE INDEX policy_texts_created_by_idx ON public.policy_texts USING btree (created_by);
grant select on public.policy_texts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.policy_texts to service_role;
create policy "staff read legal texts" on public.policy_texts for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.policy_texts FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_staff AFTER INSERT ON public.policy_texts FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_staff();
CREATE TRIGGER pin BEFORE UPDATE ON public.policy_texts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.policy_texts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.policy_texts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.policy_texts is 'Privacy policy and terms in all their versions. They only grow: what held on a day can always be shown.';
comment on column public.policy_texts.body_html is 'Rich text; {company} stands for the name of the company.';

CREATE OR REPLACE FUNCTION private.get_public_policy(p_kind text, p_version integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', t.kind, 'version', t.version, 'published_at', t.created_at, 'body_html', t.body_html,
           'is_current', t.version = (select max(n.version) from public.policy_texts n where n.kind = t.kind),
           'versions', (select jsonb_agg(jsonb_build_object('version', v.version, 'published_at', v.created_at) order by v.version desc)
                          from public.policy_texts v where v.kind = t.kind))
    from public.policy_texts t
   where t.kind = p_kind and (p_version is null or t.version = p_version)
   order by t.version desc limit 1
$function$;
grant execute on function private.get_public_policy(p_kind text, p_version integer) to anon;
grant execute on function private.get_public_policy(p_kind text, p_version integer) to authenticated;
grant execute on function private.get_public_policy(p_kind text, p_version integer) to service_role;
comment on function private.get_public_policy(p_kind text, p_version integer) is 'A legal text with the days of all its versions: the one that holds, or p_version. Null where there is none.';

CREATE OR REPLACE FUNCTION private.publish_policy(p_kind text, p_body text, p_base integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_newest public.policy_texts;
begin
  if private.my_role() is distinct from 'admin' then
    perform private.refuse('42501', 'Only admins publish legal texts');
  elsif p_kind is null or p_kind not in ('privacy', 'terms') then
    perform private.refuse('22023', 'There is no such legal text');
  elsif btrim(regexp_replace(coalesce(p_body, ''), '<[^>]*>|&nbsp;|\s', '', 'g')) = '' then
    perform private.refuse('22023', 'Please write the text');
  elsif char_length(p_body) > 200000 then
    perform private.refuse('22023', 'The text is longer than 200,000 characters');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('policy ' || p_kind, 0));
  select * into v_newest from public.policy_texts t where t.kind = p_kind order by t.version desc limit 1;
  if v_newest.body_html = p_body then
    return v_newest.version;
  elsif coalesce(v_newest.version, 0) is distinct from p_base then
    perform private.refuse('PT409', 'Somebody published another version meanwhile. Please read it first.');
  end if;
  insert into public.policy_texts (kind, version, body_html, created_by)
  values (p_kind, coalesce(v_newest.version, 0) + 1, p_body, auth.uid());
  return coalesce(v_newest.version, 0) + 1;
end $function$;
grant execute on function private.publish_policy(p_kind text, p_body text, p_base integer) to authenticated;
comment on function private.publish_policy(p_kind text, p_body text, p_base integer) is 'Publishes a version of a legal text, which holds from now on; its number. p_base: the version that it was written on. The same text again changes nothing.';
