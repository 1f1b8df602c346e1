(** Small facts about floors and words that all files use. *)
From Coq Require Export ZArith Lia Bool.
#[export] Set Default Goal Selector "!".
Open Scope Z_scope.

Lemma floor a b : 0 < b -> b * (a / b) <= a < b * (a / b) + b.
Proof. intros; pose proof (Z.div_mod a b); pose proof (Z.mod_pos_bound a b); lia. Qed.

(** Names the floor [a / b] and keeps its bounds. *)
Tactic Notation "floor_of" constr(a) "by" constr(b) "as" ident(x) ident(H) :=
  let P := fresh in assert (P : 0 < b) by lia;
  pose proof (floor a b P) as H; clear P; set (x := a / b) in *; clearbody x.

Lemma power_positive n : 0 <= n -> 0 < 2 ^ n.
Proof. intros; apply Z.pow_pos_nonneg; lia. Qed.

(** A quotient of x w by q from w' = floor(w B / q), with a high product that falls short by up to [short]. *)
Lemma shoup_quotient q w x B Q short : 0 < q -> 0 < B -> 0 <= w < q -> 0 <= x ->
  x * (w * B / q) / B - short <= Q <= x * (w * B / q) / B ->
  0 <= x * w - Q * q /\ (x * w - Q * q) * B < q * ((1 + short) * B + x).
Proof.
  intros Hq HB Hw Hx.
  floor_of (w * B) by q as w' Hw'. floor_of (x * w') by B as Q' HQ'. intros HQ.
  assert (x * (q * w') <= x * (w * B) <= x * (q * w') + x * q) by nia.
  assert (q * (B * Q') <= q * (x * w') < q * (B * Q') + q * B) by nia.
  assert (q * (B * Q') - q * (B * short) <= q * (B * Q) <= q * (B * Q')) by nia.
  assert (0 <= B * (x * w - Q * q)) by lia.
  split; [nia | lia].
Qed.

(** Proves an inequality, or two in a row, whose sides have a common factor. *)
Ltac times :=
  repeat split;
  first [apply Z.mul_le_mono_nonneg_l; lia|apply Z.mul_le_mono_nonneg_r; lia|apply Z.mul_lt_mono_pos_l; lia|
         apply Z.mul_lt_mono_pos_r; lia|apply Z.mul_nonneg_nonneg; lia|apply Z.mul_pos_pos; lia].

Lemma cancel M a b : 0 < M -> a * M < b * M -> a < b.
Proof. intros. apply (Z.mul_lt_mono_pos_r M); assumption. Qed.

(** A bound, divided by the capacity and rounded up, in words. *)
Lemma ceiling_share C a q M : 0 < C -> 0 < q -> C * q <= M -> 0 < a -> a * q <= (a + C - 1) / C * M.
Proof.
  intros. floor_of (a + C - 1) by C as c Hc.
  assert (0 <= c) by (apply Z.lt_succ_r, (cancel C); lia).
  assert (a * q <= C * c * q) by times. assert (c * (C * q) <= c * M) by times. lia.
Qed.
