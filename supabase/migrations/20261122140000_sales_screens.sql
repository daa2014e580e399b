-- What the screens of sales read beside the tables.

create function private.preview_quotation(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return private.quotation_document(p_id);
end $$;
comment on function private.preview_quotation is
  'The paper of a quotation as it stands, also of a draft, for staff who may view quotations; null for an unknown one.';
call private.offer('private.preview_quotation(uuid)');
