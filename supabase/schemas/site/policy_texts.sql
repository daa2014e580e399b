-- Privacy policy and terms.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.policy_texts (
  id         uuid primary key default gen_random_uuid(),
  kind       text not null,
  version    integer not null,
  body_html  text not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint policy_texts_kind_is_known check (kind in ('privacy', 'terms')),
  constraint policy_texts_version_counts check (version between 1 and 100000),
  constraint policy_texts_body_length check (char_length(btrim(body_html)) > 0 and char_length(body_html) <= 200000),
  constraint policy_texts_kind_version_key unique (kind, version)
);
create index policy_texts_created_by_idx on public.policy_texts (created_by);
comment on table public.policy_texts is
  'Privacy policy and terms in all their versions. They only grow: what held on a day can always be shown.';
comment on column public.policy_texts.body_html is 'Rich text; {company} stands for the name of the company.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.policy_texts', 'select', p_audited => true);
create policy "staff read legal texts" on public.policy_texts for select to authenticated using ((select private.is_staff()));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.publish_policy(p_kind text, p_body text, p_base integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
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
  -- Version 1 without an author came with the program, and nobody published it. Who publishes its words makes them the company's.
  if v_newest.body_html = p_body and (v_newest.version > 1 or v_newest.created_by is not null) then
    return v_newest.version;
  elsif coalesce(v_newest.version, 0) is distinct from p_base then
    perform private.refuse('PT409', 'Somebody published another version meanwhile. Please read it first.');
  end if;
  insert into public.policy_texts (kind, version, body_html, created_by)
  values (p_kind, coalesce(v_newest.version, 0) + 1, p_body, auth.uid());
  return coalesce(v_newest.version, 0) + 1;
end $$;
comment on function private.publish_policy is
  'Publishes a version of a legal text, which holds from now on; its number. p_base: the version that it was written on. The '
  'same text again changes nothing, unless it came with the program.';
call private.offer('private.publish_policy(text,text,integer)', '{authenticated}');

create function private.get_public_policy(p_kind text, p_version integer default null) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', t.kind, 'version', t.version, 'published_at', t.created_at,
           'body_html', private.text_in('policy_texts', t.id::text, 'body_html', t.body_html, private.reader_of_texts()),
           'is_current', t.version = (select max(n.version) from public.policy_texts n where n.kind = t.kind),
           'versions', (select jsonb_agg(jsonb_build_object('version', v.version, 'published_at', v.created_at) order by v.version desc)
                          from public.policy_texts v where v.kind = t.kind))
    from public.policy_texts t
   where t.kind = p_kind and (p_version is null or t.version = p_version)
   order by t.version desc limit 1
$$;
comment on function private.get_public_policy is
  'A legal text with the days of all its versions: the one that holds, or p_version. Null where there is none.';
call private.offer('private.get_public_policy(text,integer)', '{anon,authenticated,service_role}');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger nudge_staff after insert on public.policy_texts for each statement execute function private.nudge_staff();
