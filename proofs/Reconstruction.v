(** Integers from residues modulo several primes, and their remainders: section 23 of docs/bounds/products.md. *)
From Ringlet Require Import Words Constants.

(** Garner's digits: X = v + p Y, of which x and v are known modulo q. *)
Theorem digit_of_residue p X : 0 < p -> 0 <= X mod p < p /\ X = X mod p + p * (X / p).
Proof. intros Hp. pose proof (Z.mod_pos_bound X p Hp). pose proof (Z.div_mod X p ltac:(lia)). lia. Qed.

Theorem next_residue p q inverse v x X Y : 0 < q -> (p * inverse) mod q = 1 mod q -> X = v + p * Y -> x = X mod q ->
  ((x - v) * inverse) mod q = Y mod q.
Proof.
  intros Hq Hi HX Hx. subst x. rewrite <- Z.mul_mod_idemp_l, Zminus_mod_idemp_l by lia.
  rewrite Z.mul_mod_idemp_l by lia. replace ((X - v) * inverse) with (p * inverse * Y) by (subst X; ring).
  rewrite <- Z.mul_mod_idemp_l, Hi, Z.mul_mod_idemp_l by lia. f_equal. ring.
Qed.

(** The fraction w / m in units of 2^-64. *)
Definition fraction w m := w * 2 ^ 64 / m.

Lemma fraction_lacks v w m : 0 < m -> 0 <= w -> 0 <= v < 2 ^ 50 ->
  v * fraction w m * m <= v * w * 2 ^ 64 <= v * fraction w m * m + 2 ^ 50 * m.
Proof.
  intros Hm Hw Hv. unfold fraction. pose proof (Z.div_mod (w * 2 ^ 64) m ltac:(lia)) as D.
  pose proof (Z.mod_pos_bound (w * 2 ^ 64) m Hm) as R. set (f := w * 2 ^ 64 / m) in *.
  set (r := (w * 2 ^ 64) mod m) in *. replace (v * w * 2 ^ 64) with (v * f * m + v * r) by nia. nia.
Qed.

(** The sum of fractions, from which up to five units of 2^-52 are lost, is above that of the numbers. *)
Theorem quotient_is_near m s v0 v1 v2 v3 w0 w1 w2 w3 lost : 0 < m -> 0 <= s ->
  0 <= v0 < 2 ^ 50 -> 0 <= v1 < 2 ^ 50 -> 0 <= v2 < 2 ^ 50 -> 0 <= v3 < 2 ^ 50 ->
  0 <= w0 -> 0 <= w1 -> 0 <= w2 -> 0 <= w3 -> 0 <= lost <= 5 * 2 ^ 12 ->
  let T := s + v0 * w0 + v1 * w1 + v2 * w2 + v3 * w3 in
  let E := fraction s m + fraction_excess + v0 * fraction w0 m + v1 * fraction w1 m + v2 * fraction w2 m +
           v3 * fraction w3 m - lost in
  T * 2 ^ 64 <= E * m <= T * 2 ^ 64 + fraction_excess * m.
Proof.
  intros Hm Hs H0 H1 H2 H3 W0 W1 W2 W3 Hl. unfold fraction_excess. cbv zeta.
  pose proof (fraction_lacks v0 w0 m Hm W0 H0). pose proof (fraction_lacks v1 w1 m Hm W1 H1).
  pose proof (fraction_lacks v2 w2 m Hm W2 H2). pose proof (fraction_lacks v3 w3 m Hm W3 H3).
  pose proof (fraction_lacks 1 s m Hm Hs ltac:(lia)).
  set (a := v0 * fraction w0 m) in *. set (b := v1 * fraction w1 m) in *. set (c := v2 * fraction w2 m) in *.
  set (d := v3 * fraction w3 m) in *. set (f := fraction s m) in *.
  assert (D : fraction s m * m <= s * 2 ^ 64 < fraction s m * m + m).
  { unfold fraction. pose proof (Z.div_mod (s * 2 ^ 64) m ltac:(lia)).
    pose proof (Z.mod_pos_bound (s * 2 ^ 64) m Hm). lia. }
  fold f in D.
  assert (L : 0 <= lost * m <= 5 * 2 ^ 12 * m) by nia.
  change (2 ^ 50) with 1125899906842624 in *. change (2 ^ 12) with 4096 in *.
  split; lia.
Qed.

(** The kernel's remainder, from the word of T - Q m and the fractional part of E. *)
Definition remainder_of m word phi quarter :=
  if (2 ^ 63 <=? word) && (phi <? quarter) then (word + m) mod 2 ^ 64 else word.

Theorem remainder_is_right m T E : 0 < m < 2 ^ 64 -> T * 2 ^ 64 <= E * m <= T * 2 ^ 64 + fraction_excess * m ->
  remainder_of m ((T - E / 2 ^ 64 * m) mod 2 ^ 64) (E mod 2 ^ 64) fraction_quarter = T mod m /\
  fraction_quarter = fraction_limb_quarter * 2 ^ 12.
Proof.
  unfold fraction_excess, fraction_quarter, fraction_limb_quarter, remainder_of. intros Hm HE. split; [|reflexivity].
  pose proof (Z.div_mod E (2 ^ 64) ltac:(lia)) as D. pose proof (Z.mod_pos_bound E (2 ^ 64) ltac:(lia)) as Hphi.
  set (Q := E / 2 ^ 64) in *. set (phi := E mod 2 ^ 64) in *.
  set (R := T - Q * m).
  assert (HR : phi * m - 2 ^ 53 * m <= R * 2 ^ 64 <= phi * m).
  { unfold R. replace (E * m) with (2 ^ 64 * (Q * m) + phi * m) in HE by (rewrite D; ring). lia. }
  assert (Hphim : 0 <= phi * m) by nia.
  assert (Low : - m <= R * 2 ^ 11) by lia.
  assert (High : R < m) by nia.
  destruct (Z_lt_le_dec R 0) as [Neg|Pos].
  - assert (Small : phi < 2 ^ 53) by (apply Z.mul_lt_mono_pos_r with m; lia).
    assert (Hword : R mod 2 ^ 64 = R + 2 ^ 64).
    { symmetry. apply Z.mod_unique with (-1); lia. }
    rewrite Hword. replace (2 ^ 63 <=? R + 2 ^ 64) with true by (symmetry; apply Z.leb_le; lia).
    replace (phi <? _) with true by (symmetry; apply Z.ltb_lt; lia). cbn [andb].
    replace (R + 2 ^ 64 + m) with (R + m + 1 * 2 ^ 64) by ring. rewrite Z_mod_plus_full, Z.mod_small by lia.
    apply Z.mod_unique with (Q - 1); [left; lia|]. unfold R. ring.
  - rewrite (Z.mod_small R) by lia.
    assert (Hcase : (2 ^ 63 <=? R) && (phi <? 4611686018427387904) = false).
    { apply andb_false_iff. destruct (Z_lt_le_dec phi 4611686018427387904); [left|right].
      - apply Z.leb_gt. nia.
      - apply Z.ltb_ge. lia. }
    rewrite Hcase. apply Z.mod_unique with Q; [left; lia|]. unfold R. ring.
Qed.
