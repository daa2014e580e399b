-- The company's own texts on a quotation: which are not in its language.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.foreign_lines(p_quotation_id uuid, p_language text) returns table (item_id uuid, service_id uuid, translated text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select i.id, s.id, case when p_language = c.language then s.name else t.body end
      from public.company_settings c, public.quotation_items i
      join public.services s on s.id = i.service_id
      left join public.text_translations t
        on t.source = 'services' and t.record_id = s.id::text and t.field = 'name' and t.language = p_language
     where i.quotation_id = p_quotation_id and i.kind = 'item' and (p_language = c.language or p_language = any (c.text_languages))
       and i.description is distinct from case when p_language = c.language then s.name else t.body end
       and (i.description = s.name or exists (
         select from public.text_translations o
          where o.source = 'services' and o.record_id = s.id::text and o.field = 'name' and o.body = i.description))
     order by i.position;
end $$;
comment on function private.foreign_lines is
  'Lines of a quotation with the name of their service in another language than this one, and its name in this one; null where nobody wrote it.';

create function private.terms_in(p_quotation_id uuid, p_language text) returns table (is_foreign boolean, translated text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select true, case when own.language = p_language then own.body end
      from public.quotations q
      join public.contacts c on c.id = q.contact_id
      left join lateral (
        select t.language, t.body from public.quotation_terms t
         where t.is_default and t.language = p_language and (t.client_type is null or t.client_type = c.type)
         order by t.client_type is not null desc limit 1) as own on true
     where q.id = p_quotation_id
       and exists (select from public.quotation_terms t where btrim(t.body) = btrim(q.terms) and t.language <> p_language)
       and not exists (select from public.quotation_terms t where btrim(t.body) = btrim(q.terms) and t.language = p_language);
end $$;
comment on function private.terms_in is
  'One row where the terms of a quotation are those of a template in another language than this one, with the terms in this one; null where
nobody wrote them. Terms that somebody wrote into the quotation are known in no language.';

create function private.texts_in_other_language(p_quotation_id uuid)
  returns table (what text, words text, translated text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_language constant text := private.language_of('quotation', p_quotation_id);
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select 'terms', null::text, t.translated from private.terms_in(p_quotation_id, v_language) as t
    union all
    select 'line', i.description, f.translated
      from private.foreign_lines(p_quotation_id, v_language) as f join public.quotation_items i on i.id = f.item_id;
end $$;
comment on function private.texts_in_other_language is
  'Texts of the company on a quotation that are not in its language, for the warning before it is sent: its terms, and lines with the name of
their service (words). translated: the text in its language; null where nobody wrote it.';
call private.offer('private.texts_in_other_language(uuid)');

create function private.write_in_language(p_quotation_id uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_language constant text := private.language_of('quotation', p_quotation_id);
  v_terms integer;
  v_lines integer;
begin
  perform private.open_quotation_draft(p_quotation_id);
  update public.quotations q set terms = t.translated
    from private.terms_in(p_quotation_id, v_language) as t where q.id = p_quotation_id and t.translated is not null;
  get diagnostics v_terms = row_count;
  update public.quotation_items i set description = f.translated, details = case
      when i.details = s.summary then private.text_in('services', s.id::text, 'summary', s.summary, v_language) else i.details end
    from private.foreign_lines(p_quotation_id, v_language) as f join public.services s on s.id = f.service_id
   where i.id = f.item_id and f.translated is not null;
  get diagnostics v_lines = row_count;
  return v_terms + v_lines;
end $$;
comment on function private.write_in_language is
  'Writes the texts of the company on a draft in its language, where they are translated: its terms, and lines with the name of their service;
how many. What somebody wrote by hand stays. Called again it changes nothing.';
call private.offer('private.write_in_language(uuid)');
