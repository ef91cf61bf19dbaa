alter type "public"."audit_action" add value 'hidden' after 'merged';
alter type "public"."audit_action" add value 'shown' after 'hidden';
alter type "public"."audit_action" add value 'returned to pending' after 'shown';
alter type "public"."email_kind" add value 'hidden' after 'new_communities';
alter type "public"."email_kind" add value 'shown' after 'hidden';
alter type "public"."email_kind" add value 'returned_to_pending' after 'shown';
