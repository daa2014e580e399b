set check_function_bodies = off;

drop routine public.first_steps();

create or replace function public.first_steps()
returns table (name boolean, logo boolean, country boolean, samples boolean, address boolean, time_zone boolean, colleagues boolean, contacts boolean, vat boolean,
  vat_number boolean, bank boolean, terms boolean, legal boolean, service boolean, hours boolean, mail boolean, quotation boolean, put_away boolean)
language sql stable set search_path = '' as $$
  select s.name <> 'Our company',
         s.logo_url is not null,
         coalesce(btrim(s.country), '') <> '',
         exists (select from public.sample_records) or exists (select from public.services),
         coalesce(btrim(s.address), '') <> '',
         s.time_zone <> 'UTC',
         (select count(*) > 1 from (
            select from public.user_roles r where r.role not in ('pending', 'client') limit 2) as staff),
         exists (select from public.contacts c where c.user_id is null),
         exists (select from public.vat_rates r where r.is_default),
         -- Sales tax needs no number, and a company that is not registered charges no VAT: none of its rates is above zero.
         s.vat_number is not null or s.tax_kind <> 'vat' or (select max(r.rate) = 0 from public.vat_rates r) is true,
         s.iban is not null or s.account_number is not null,
         s.quotation_terms is not null or exists (select from public.quotation_terms),
         -- Of either text a version that somebody of the company published.
         (select count(distinct t.kind) = 2 from public.policy_texts t where t.version > 1 or t.created_by is not null),
         exists (select from public.services),
         exists (select from public.booking_hours),
         s.email is not null,
         -- The way from a quotation to money was gone once: a deposit is recorded, or a payment pays an invoice.
         exists (select from public.orders o where o.deposit_paid > 0) or exists (select from public.payments p where p.allocated > 0),
         s.first_steps_put_away
    from public.company_settings s
   where s.id = 1 and private.my_role() = 'admin'
$$;

create or replace function private.publish_policy(p_kind text, p_body text, p_base integer) returns integer
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

revoke execute on all routines in schema private from public;

comment on function private.publish_policy(pg_catalog.text,pg_catalog.text,integer) is 'Publishes a version of a legal text, which holds from now on; its number. p_base: the version that it was written on. The same text again changes nothing, unless it came with the program.';

comment on function public.publish_policy(pg_catalog.text,pg_catalog.text,integer) is 'Publishes a version of a legal text, which holds from now on; its number. p_base: the version that it was written on. The same text again changes nothing, unless it came with the program.';

revoke execute on routine public.first_steps() from anon;

revoke execute on routine public.first_steps() from public;

-- A database without an account is a new company: nobody published these texts, and nobody read them.
alter table public.policy_texts disable trigger user;
delete from public.policy_texts as t
 where t.version = 1 and t.created_by is null and not exists (select from auth.users);
alter table public.policy_texts enable trigger user;

-- A company that has worked keeps what its site shows: clients may have ordered under it. Its admins hear that nobody of them wrote it.
select private.tell_staff('{}', 'admin', 'Nobody here has published the legal texts of the site',
         'Your site shows a privacy policy or terms that came with the program. They promise in your name, such as an answer within a month. '
         'Please read them in Settings, Website Metadata, change what is not so and publish them.',
         null, '{"kind": "policy_texts"}')
 where exists (select from public.policy_texts t
                where t.version = 1 and t.created_by is null
                  and not exists (select from public.policy_texts n where n.kind = t.kind and n.version > 1));

comment on function public.first_steps() is 'Which first steps of a new company are done. No row for people who do not manage its settings.';

reset check_function_bodies;
