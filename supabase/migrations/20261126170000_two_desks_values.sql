-- A value can be used only after the transaction that adds it.
alter type "public"."audit_action" add value 'hidden' after 'merged';
alter type "public"."audit_action" add value 'shown' after 'hidden';
alter type "public"."audit_action" add value 'returned to pending' after 'shown';
alter type "public"."audit_action" add value 'suspended' after 'returned to pending';
alter type "public"."audit_action" add value 'suspension ended' after 'suspended';
alter type "public"."audit_action" add value 'appealed' after 'suspension ended';
alter type "public"."audit_action" add value 'appeal accepted' after 'appealed';
alter type "public"."audit_action" add value 'appeal declined' after 'appeal accepted';
alter type "public"."email_kind" add value 'hidden' after 'new_communities';
alter type "public"."email_kind" add value 'shown' after 'hidden';
alter type "public"."email_kind" add value 'returned_to_pending' after 'shown';
alter type "public"."email_kind" add value 'suspended' after 'returned_to_pending';
alter type "public"."email_kind" add value 'report_outcome' after 'suspended';
alter type "public"."email_kind" add value 'appeal_accepted' after 'report_outcome';
alter type "public"."email_kind" add value 'appeal_declined' after 'appeal_accepted';
alter type "public"."report_reason" add value 'scam' before 'other';
alter type "public"."report_reason" add value 'illegal' before 'other';
alter type "public"."report_reason" add value 'harassment' before 'other';
