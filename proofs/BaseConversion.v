(** The multiple of Q in a conversion of bases, for any list of moduli, and rows of inputs: sections 16.5, 16.7, 16.9 and
    16.10 of docs/bounds/dot.md. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Dot.
Import ListNotations.

(** A list of moduli q_i with the y_i = x_i (Q/q_i)^-1 mod q_i. Q may be any multiple of the q_i. *)
Definition product_of (terms : list (Z * Z)) := fold_right (fun term Q => fst term * Q) 1 terms.
Definition lifted Q (terms : list (Z * Z)) := total (map (fun term => snd term * (Q / fst term)) terms).
Definition residues := Forall (fun term => 2 <= fst term /\ 0 <= snd term < fst term).
Definition count_of (terms : list (Z * Z)) := Z.of_nat (length terms).

Lemma product_positive terms : residues terms -> 0 < product_of terms.
Proof.
  intros H. induction H as [|t l Ht Hl IH]; cbn [product_of fold_right]; [lia|]. apply Z.mul_pos_pos; [lia|exact IH].
Qed.

Lemma product_divided terms : Forall (fun term => (fst term | product_of terms)) terms.
Proof.
  induction terms as [|t l IH]; constructor; cbn [product_of fold_right].
  - apply Z.divide_factor_l.
  - eapply Forall_impl; [|exact IH]. cbn. intros. apply Z.divide_mul_r. assumption.
Qed.

Lemma part_of Q q : 0 < q -> (q | Q) -> q * (Q / q) = Q.
Proof. intros Hq Hd. symmetry. apply Znumtheory.Zdivide_Zdiv_eq; assumption. Qed.

(** The sum of the other terms is a multiple of q. *)
Lemma lifted_of_others q M terms : 0 < q -> residues terms -> Forall (fun term => (fst term | M)) terms ->
  (q | lifted (M * q) terms).
Proof.
  intros Hq Hr Hd. induction Hr as [|t l [Ht _] Hr IH]; unfold lifted; cbn [map total fold_right].
  - apply Z.divide_0_r.
  - inversion Hd as [|? ? Hdt Hdl]; subst. apply Z.divide_add_r; [|exact (IH Hdl)].
    destruct Hdt as [e ->]. replace (e * fst t * q) with (e * q * fst t) by ring. rewrite Z.div_mul by lia.
    apply Z.divide_mul_r, Z.divide_factor_r.
Qed.

Lemma total_app l r : total (l ++ r) = total l + total r.
Proof. unfold total. induction l as [|x l IH]; cbn [app fold_right]; lia. Qed.

Lemma product_of_app l r : product_of (l ++ r) = product_of l * product_of r.
Proof. unfold product_of. induction l as [|x l IH]; cbn [app fold_right]; [lia|]. rewrite IH. ring. Qed.

Lemma lifted_range Q terms : residues terms -> terms <> [] -> 0 < Q -> Forall (fun term => (fst term | Q)) terms ->
  0 <= lifted Q terms < count_of terms * Q.
Proof.
  intros Hr Hne HQ Hd.
  enough (H : 0 <= lifted Q terms <= count_of terms * Q /\ (terms <> [] -> lifted Q terms < count_of terms * Q))
    by (destruct H as [H0 H1]; specialize (H1 Hne); lia).
  clear Hne. unfold lifted, count_of. induction Hr as [|t l [Ht Hy] Hr IH].
  - cbn. split; [lia|congruence].
  - inversion Hd as [|? ? Hdt Hdl]; subst. specialize (IH Hdl). cbn [map total fold_right length].
    fold (total (map (fun term => snd term * (Q / fst term)) l)). rewrite Nat2Z.inj_succ.
    pose proof (part_of Q (fst t) ltac:(lia) Hdt) as HP. set (P := Q / fst t) in *. clearbody P.
    assert (0 < P) by nia. assert (0 <= snd t * P < fst t * P) by (split; [nia|apply Z.mul_lt_mono_pos_r; lia]).
    split; [|intros _]; lia.
Qed.

(** The sum has the residues x_i; it is x plus fewer than L multiples of Q. *)
Theorem sum_has_the_residues before q y after x :
  let terms := before ++ (q, y) :: after in let Q := product_of terms in
  residues terms -> (y * (Q / q)) mod q = x mod q ->
  lifted Q terms mod q = x mod q /\ 0 <= lifted Q terms < count_of terms * Q.
Proof.
  cbv zeta. intros Hr Hy. split.
  - apply Forall_app in Hr as [Hb Ha]. inversion Ha as [|? ? [Hq _] Ha']; subst. cbn [fst] in Hq.
    set (M := product_of before * product_of after).
    assert (E : product_of (before ++ (q, y) :: after) = M * q).
    { rewrite product_of_app. cbn [product_of fold_right fst]. unfold M. fold (product_of after). ring. }
    rewrite E in *. unfold lifted. rewrite map_app, total_app. cbn [map total fold_right fst snd].
    fold (total (map (fun term => snd term * (M * q / fst term)) after)).
    fold (lifted (M * q) before) (lifted (M * q) after).
    destruct (lifted_of_others q M before) as [b ->]; [lia|assumption| |].
    { eapply Forall_impl; [|apply product_divided]. intros t Ht. apply Z.divide_mul_l. exact Ht. }
    destruct (lifted_of_others q M after) as [a ->]; [lia|assumption| |].
    { eapply Forall_impl; [|apply product_divided]. intros t Ht. apply Z.divide_mul_r. exact Ht. }
    replace (b * q + (y * (M * q / q) + a * q)) with (y * (M * q / q) + (b + a) * q) by ring.
    rewrite Z.mod_add by lia. exact Hy.
  - apply lifted_range; [exact Hr|destruct before; discriminate|apply product_positive; exact Hr|
      apply product_divided].
Qed.

(** ** Section 16.5: t_i *)

Definition term_fraction bits q y :=
  let leading := shift_right 12 (shift_left 64 y (multiple_fraction_shift bits)) in
  leading * multiple_fraction bits q / 2 ^ 52.

(** The addition by words and by multiply-adds. *)
Definition add_fraction_by_words acc y shift f :=
  let leading := shift_left 64 (shift_right 12 (shift_left 64 y shift)) 12 in add 64 acc (mul_high 64 leading f).
Definition add_fraction_52 acc y shift f := madd52_high acc (shift_right 12 (shift_left 64 y shift)) f.

Definition of_length bits q := 2 <= bits <= 62 /\ 2 ^ (bits - 1) <= q < 2 ^ bits.

Lemma leading_bits bits q y : of_length bits q -> 0 <= y < q ->
  shift_left 64 y (multiple_fraction_shift bits) = y * 2 ^ (64 - bits) /\
  0 <= y * 2 ^ (64 - bits) / 2 ^ 12 < 2 ^ 52 /\ 0 < multiple_fraction bits q < 2 ^ 52.
Proof.
  unfold of_length, multiple_fraction_shift, multiple_fraction, shift_left. intros [Hb Hq] Hy.
  pose proof (power_positive (64 - bits) ltac:(lia)) as P.
  assert (E : 2 ^ bits * 2 ^ (64 - bits) = 2 ^ 64) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (H : 0 <= y * 2 ^ (64 - bits) < 2 ^ 64).
  { split; [apply Z.mul_nonneg_nonneg; lia|]. rewrite <- E. apply Z.mul_lt_mono_pos_r; lia. }
  split; [apply Z.mod_small; exact H|]. split.
  - split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia].
  - assert (Hp : 2 ^ (42 + bits) = 2 ^ 43 * 2 ^ (bits - 1)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    pose proof (power_positive (bits - 1) ltac:(lia)).
    assert (Hu : 2 ^ (42 + bits) / q <= 2 ^ 43).
    { apply Z.div_le_upper_bound; [lia|]. rewrite Hp, Z.mul_comm. apply Z.mul_le_mono_nonneg_r; lia. }
    split; [|lia]. apply Z.div_str_pos. split; [lia|].
    assert (2 ^ bits = 2 * 2 ^ (bits - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia). lia.
Qed.

(** Every backend adds the same number. *)
Theorem fractions_agree acc bits q y : of_length bits q -> 0 <= y < q ->
  let shift := multiple_fraction_shift bits in let f := multiple_fraction bits q in
  add_fraction_by_words acc y shift f = add 64 acc (term_fraction bits q y) /\
  add_fraction_52 acc y shift f = add 64 acc (term_fraction bits q y).
Proof.
  intros Hl Hy. cbv zeta. destruct (leading_bits bits q y Hl Hy) as (E & He & Hf).
  unfold add_fraction_by_words, add_fraction_52, madd52_high, term_fraction, shift_right, mul_high. rewrite E.
  set (eta := y * 2 ^ (64 - bits) / 2 ^ 12) in *. set (f := multiple_fraction bits q) in *. clearbody eta f.
  rewrite !low52_small by lia. split; [|reflexivity]. unfold shift_left. rewrite (Z.mod_small (eta * 2 ^ 12)) by lia.
  replace (eta * 2 ^ 12 * f) with (eta * f * 2 ^ 12) by ring. change (2 ^ 64) with (2 ^ 52 * 2 ^ 12) at 1.
  rewrite Z.div_mul_cancel_r by lia. reflexivity.
Qed.

(** A term is at most 2^f y / q, and falls short of it by less than two and 2^-9. *)
Theorem fraction_shortfall bits q y : of_length bits q -> 0 <= y < q ->
  0 <= term_fraction bits q y < 2 ^ multiple_fraction_bits /\
  0 <= 2 ^ 9 * (2 ^ multiple_fraction_bits * y - term_fraction bits q y * q) < (2 * 2 ^ 9 + 1) * q.
Proof.
  intros Hl Hy. destruct (leading_bits bits q y Hl Hy) as (E & He & Hf). unfold term_fraction, shift_right. rewrite E.
  destruct Hl as [Hb Hq]. unfold multiple_fraction_bits, multiple_fraction in *.
  pose proof (power_positive (bits - 1) ltac:(lia)) as Pb.
  set (z := y * 2 ^ (64 - bits)) in *. pose proof (floor z (2 ^ 12) ltac:(lia)) as F1.
  set (eta := z / 2 ^ 12) in *. clearbody eta.
  floor_of (2 ^ (42 + bits)) by q as phi F2.
  pose proof (floor (eta * phi) (2 ^ 52) ltac:(lia)) as F3. set (t := eta * phi / 2 ^ 52) in *. clearbody t.
  assert (Hp : 2 ^ (42 + bits) = 2 ^ 43 * 2 ^ (bits - 1)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite Hp in F2. set (h := 2 ^ (bits - 1)) in *.
  assert (Hz : h * z = 2 ^ 63 * y).
  { unfold h, z. replace (2 ^ 63) with (2 ^ (bits - 1) * 2 ^ (64 - bits)); [ring|].
    rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  clearbody h z. clear E Hp.
  (* q phi is 2^43 h less up to q; 2^12 eta is z less up to 2^12; 2^52 t is eta phi less up to 2^52. *)
  assert (A1 : h * (2 ^ 12 * eta) <= h * z < h * (2 ^ 12 * eta) + h * 2 ^ 12) by (split; nia).
  assert (A2 : eta * (q * phi) <= eta * (2 ^ 43 * h) <= eta * (q * phi) + eta * q) by (split; nia).
  assert (A3 : q * (2 ^ 52 * t) <= q * (eta * phi) < q * (2 ^ 52 * t) + q * 2 ^ 52) by (split; nia).
  assert (A4 : eta * q <= 2 ^ 52 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A5 : 0 <= eta * phi) by (apply Z.mul_nonneg_nonneg; lia).
  assert (B : 0 <= 2 ^ 9 * (2 ^ 42 * y - t * q) < (2 * 2 ^ 9 + 1) * q) by (split; lia).
  split; [|exact B]. assert (0 <= t) by lia. split; [assumption|]. apply (cancel q); [lia|].
  assert (2 ^ 42 * y < 2 ^ 42 * q) by lia. lia.
Qed.

(** ** Section 16.5: their sum *)

Definition valid := Forall (fun term => 2 <= fst term < 2 ^ 62 /\ 0 <= snd term < fst term).
Definition fractions terms := total (map (fun term => term_fraction (length_of (fst term)) (fst term) (snd term)) terms).
Definition add_term acc term :=
  let bits := length_of (fst term) in
  add_fraction_52 acc (snd term) (multiple_fraction_shift bits) (multiple_fraction bits (fst term)).
Definition found_multiple start terms := shift_right multiple_fraction_bits (fold_left add_term terms start).

Lemma length_is q : 2 <= q < 2 ^ 62 -> of_length (length_of q) q.
Proof.
  intros Hq. unfold of_length, length_of. pose proof (Z.log2_spec q ltac:(lia)) as H. rewrite <- Z.add_1_r in H.
  pose proof (Z.log2_le_mono 2 q ltac:(lia)) as L. change (Z.log2 2) with 1 in L.
  assert (Z.log2 q < 62) by (apply Z.log2_lt_pow2; lia).
  replace (Z.log2 q + 1 - 1) with (Z.log2 q) by ring. lia.
Qed.

Lemma fractions_range terms : valid terms -> 0 <= fractions terms <= count_of terms * 2 ^ multiple_fraction_bits.
Proof.
  unfold fractions, count_of. intros H. induction H as [|t l [Hq Hy] Hl IH]; cbn [map total fold_right length]; [lia|].
  fold (total (map (fun term => term_fraction (length_of (fst term)) (fst term) (snd term)) l)). rewrite Nat2Z.inj_succ.
  destruct (fraction_shortfall _ _ _ (length_is _ Hq) Hy) as [R _]. lia.
Qed.

(** Nothing wraps: the words hold the sum. *)
Theorem fractions_fit terms : valid terms -> forall start,
  0 <= start <= 2 ^ multiple_fraction_bits -> count_of terms <= multiple_most_terms ->
  found_multiple start terms = (start + fractions terms) / 2 ^ multiple_fraction_bits /\
  fits 64 (start + fractions terms).
Proof.
  intros Hv start Hs HL. pose proof (fractions_range terms Hv) as R. unfold found_multiple, shift_right.
  unfold multiple_fraction_bits, multiple_most_terms in *.
  assert (Hf : fits 64 (start + fractions terms)) by (unfold fits; lia).
  split; [|exact Hf]. f_equal. clear HL R. assert (Hs0 : 0 <= start) by lia. clear Hs.
  revert start Hs0 Hf. induction Hv as [|t l [Hq Hy] Hl IH]; intros start Hs Hf.
  - cbn. lia.
  - pose proof (fractions_range l Hl) as R. unfold fractions in Hf |- *. cbn [map total fold_right] in Hf |- *.
    fold (total (map (fun term => term_fraction (length_of (fst term)) (fst term) (snd term)) l)) in Hf |- *.
    fold (fractions l) in Hf |- *. cbn [fold_left].
    destruct (fraction_shortfall _ _ _ (length_is _ Hq) Hy) as [Rt _].
    assert (E : add_term start t = start + term_fraction (length_of (fst t)) (fst t) (snd t)).
    { unfold add_term. destruct (fractions_agree start _ _ _ (length_is _ Hq) Hy) as [_ ->]. apply Z.mod_small.
      unfold fits in Hf. lia. }
    rewrite E, IH; unfold fits in *; lia.
Qed.

(** All terms together fall short by less than [multiple_shortfall]. *)
Theorem fractions_are_short Q terms : valid terms -> terms <> [] -> count_of terms <= multiple_most_terms ->
  0 < Q -> Forall (fun term => (fst term | Q)) terms ->
  0 <= 2 ^ multiple_fraction_bits * lifted Q terms - fractions terms * Q < multiple_shortfall (count_of terms) * Q.
Proof.
  intros Hv Hne HL HQ Hd.
  assert (H : 0 <= 2 ^ 9 * (2 ^ multiple_fraction_bits * lifted Q terms - fractions terms * Q)
                <= count_of terms * ((2 * 2 ^ 9 + 1) * Q)).
  { clear Hne HL. unfold lifted, fractions, count_of.
    induction Hv as [|t l [Hq Hy] Hl IH]; cbn [map total fold_right length]; [lia|].
    inversion Hd as [|? ? Hdt Hdl]; subst. specialize (IH Hdl). rewrite Nat2Z.inj_succ.
    fold (total (map (fun term => term_fraction (length_of (fst term)) (fst term) (snd term)) l)).
    fold (total (map (fun term => snd term * (Q / fst term)) l)).
    destruct (fraction_shortfall _ _ _ (length_is _ Hq) Hy) as [_ S].
    pose proof (part_of Q (fst t) ltac:(lia) Hdt) as HP.
    set (n := term_fraction _ _ _) in *. clearbody n. set (P := Q / fst t) in *. clearbody P.
    assert (HP0 : 0 < P) by nia. unfold multiple_fraction_bits in *.
    assert (S' : 0 <= P * (2 ^ 9 * (2 ^ 42 * snd t - n * fst t)) <= P * ((2 * 2 ^ 9 + 1) * fst t))
      by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg_l]; lia).
    replace (P * (2 ^ 9 * (2 ^ 42 * snd t - n * fst t))) with (2 ^ 9 * (2 ^ 42 * (snd t * P) - n * (fst t * P)))
      in S' by ring.
    replace (P * ((2 * 2 ^ 9 + 1) * fst t)) with ((2 * 2 ^ 9 + 1) * (fst t * P)) in S' by ring. rewrite HP in S'. lia. }
  assert (0 < count_of terms) by (unfold count_of; destruct terms; [congruence|cbn [length]; lia]).
  unfold multiple_shortfall. pose proof (floor (count_of terms) 512 ltac:(lia)).
  set (L := count_of terms) in *. clearbody L. set (m := L / 512) in *. clearbody m.
  assert (L * Q < (512 * m + 512) * Q) by (apply Z.mul_lt_mono_pos_r; lia). lia.
Qed.

(** For the representative in [0, Q), k is right, or greater by one close to Q. *)
Theorem multiple_of_least terms x k :
  let Q := product_of terms in let v := found_multiple (multiple_shortfall (count_of terms)) terms in
  valid terms -> terms <> [] -> count_of terms <= multiple_most_terms -> lifted Q terms = x + k * Q -> 0 <= x < Q ->
  (v = k \/ v = k + 1) /\
  (2 ^ multiple_fraction_bits * x < (2 ^ multiple_fraction_bits - multiple_shortfall (count_of terms)) * Q -> v = k).
Proof.
  cbv zeta. intros Hv Hne HL E Hx.
  pose proof (fractions_are_short (product_of terms) terms Hv Hne HL ltac:(lia) (product_divided terms)) as S.
  rewrite E in S.
  assert (HL0 : 0 <= count_of terms) by (unfold count_of; lia).
  assert (Hs : 0 <= multiple_shortfall (count_of terms) <= 2 ^ 18).
  { pose proof (floor (count_of terms) 512 ltac:(lia)). unfold multiple_shortfall, multiple_most_terms in *. lia. }
  destruct (fractions_fit terms Hv (multiple_shortfall (count_of terms))) as [-> _];
    [unfold multiple_fraction_bits; lia|assumption|].
  set (s := multiple_shortfall (count_of terms)) in *. clearbody s. set (T := fractions terms) in *. clearbody T.
  set (Q := product_of terms) in *. clearbody Q. unfold multiple_fraction_bits in *. clear E Hv Hne HL HL0.
  floor_of (s + T) by (2 ^ 42) as v F.
  assert (A : 2 ^ 42 * k < s + T) by (apply (cancel Q); lia).
  assert (B : s + T < 2 ^ 42 * (k + 2)).
  { apply (cancel Q); [lia|]. assert (s * Q <= 2 ^ 18 * Q) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  split; [lia|]. intros Hc. assert (s + T < 2 ^ 42 * (k + 1)) by (apply (cancel Q); lia). lia.
Qed.

(** For the representative in [-Q/2, Q/2), the multiple is k below Q/2, k + 1 from a little above Q/2 on, and one of
    them in between. *)
Theorem multiple_of_centred terms x k :
  let Q := product_of terms in let v := found_multiple multiple_half terms in
  valid terms -> terms <> [] -> count_of terms <= multiple_most_terms -> lifted Q terms = x + k * Q -> 0 <= x < Q ->
  (v = k \/ v = k + 1) /\ (2 * x < Q -> v = k) /\
  ((2 ^ (multiple_fraction_bits - 1) + multiple_shortfall (count_of terms)) * Q <= 2 ^ multiple_fraction_bits * x ->
   v = k + 1).
Proof.
  cbv zeta. intros Hv Hne HL E Hx.
  pose proof (fractions_are_short (product_of terms) terms Hv Hne HL ltac:(lia) (product_divided terms)) as S.
  rewrite E in S.
  assert (HL0 : 0 <= count_of terms) by (unfold count_of; lia).
  assert (Hs : 0 <= multiple_shortfall (count_of terms) <= 2 ^ 18).
  { pose proof (floor (count_of terms) 512 ltac:(lia)). unfold multiple_shortfall, multiple_most_terms in *. lia. }
  destruct (fractions_fit terms Hv multiple_half) as [-> _];
    [unfold multiple_fraction_bits, multiple_half; lia|assumption|].
  set (s := multiple_shortfall (count_of terms)) in *. clearbody s. set (T := fractions terms) in *. clearbody T.
  set (Q := product_of terms) in *. clearbody Q. unfold multiple_fraction_bits, multiple_half in *.
  clear E Hv Hne HL HL0. floor_of (2199023255552 + T) by (2 ^ 42) as v F.
  assert (Hs' : s * Q <= 2 ^ 18 * Q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A : 2 ^ 42 * k < 2199023255552 + T) by (apply (cancel Q); lia).
  assert (B : 2199023255552 + T < 2 ^ 42 * (k + 2)) by (apply (cancel Q); lia).
  split; [lia|]. split; intros Hc.
  - assert (2199023255552 + T < 2 ^ 42 * (k + 1)) by (apply (cancel Q); lia). lia.
  - assert (2 ^ 42 * (k + 1) < 2199023255552 + T) by (apply (cancel Q); change (2 ^ (42 - 1)) with 2199023255552 in Hc;
      lia). lia.
Qed.

(** For one modulus, the sum is y itself; this computes the centred lift by additions modulo q. *)
Theorem centred_lift_of_one q x : 2 <= q -> 0 <= x < q ->
  let r := (x + half_of_modulus q) mod q - half_of_modulus q in
  r mod q = x mod q /\ - q <= 2 * r < q /\ lifted q [(q, x)] = x.
Proof.
  unfold half_of_modulus. intros Hq Hx. cbv zeta.
  pose proof (Z.mod_pos_bound (x + q / 2) q ltac:(lia)) as Hm. pose proof (floor q 2 ltac:(lia)) as Hh.
  split; [rewrite Zminus_mod_idemp_l; f_equal; ring|]. split; [lia|].
  unfold lifted. cbn. rewrite Z.div_same by lia. ring.
Qed.

(** ** Section 16.7: r by a dot product modulo m *)
(** The factors -1/q_i, as [inverse] gives them, and 1/Q. *)
(** The factors -1/q_i, as [inverse] has them, and 1/Q. *)
Definition redundant_row m (inverse : Z -> Z) inverse_of_product terms given :=
  let sum := total (map (fun term => snd term * (m - inverse (fst term))) terms) + given * inverse_of_product in
  (sum mod m + half_of_modulus m) mod m.
Definition redundant_lift m inverse inverse_of_product Q terms given :=
  lifted Q terms + redundant_row m inverse inverse_of_product terms given * Q - half_of_modulus m * Q.

Lemma negative_inverses m inverse Q terms : 2 <= m -> residues terms -> Forall (fun term => (fst term | Q)) terms ->
  Forall (fun term => (fst term * inverse (fst term)) mod m = 1) terms ->
  (m | Q * total (map (fun term => snd term * (m - inverse (fst term))) terms) + lifted Q terms).
Proof.
  intros Hm Hr Hd Hi. unfold lifted. induction Hr as [|t l [Ht _] Hr IH]; cbn [map total fold_right].
  - exists 0. ring.
  - inversion Hd as [|? ? Hdt Hdl]; subst. inversion Hi as [|? ? Hit Hil]; subst.
    fold (total (map (fun term => snd term * (m - inverse (fst term))) l)).
    fold (total (map (fun term => snd term * (Q / fst term)) l)).
    destruct (IH Hdl Hil) as [e He]. pose proof (part_of Q (fst t) ltac:(lia) Hdt) as HP.
    set (P := Q / fst t) in *. clearbody P. pose proof (Z.div_mod (fst t * inverse (fst t)) m ltac:(lia)) as D.
    rewrite Hit in D. set (c := fst t * inverse (fst t) / m) in *. clearbody c.
    exists (e + snd t * (Q - P * c)).
    assert (X : Q * inverse (fst t) = P * (m * c + 1)) by (rewrite <- HP, <- D; ring).
    replace (Q * (snd t * (m - inverse (fst t)) + total (map (fun term => snd term * (m - inverse (fst term))) l)) +
      (snd t * P + total (map (fun term => snd term * (Q / fst term)) l))) with
      (snd t * (Q * m - Q * inverse (fst t) + P) +
       (Q * total (map (fun term => snd term * (m - inverse (fst term))) l) +
        total (map (fun term => snd term * (Q / fst term)) l))) by ring.
    rewrite He, X. ring.
Qed.

(** X is the given residue modulo m and the sum modulo Q, and lies in a range of m + L - 1 multiples of Q. *)
Theorem redundant_multiple m inverse u terms given :
  let Q := product_of terms in let h := half_of_modulus m in let X := redundant_lift m inverse u Q terms given in
  2 <= m -> residues terms -> terms <> [] -> (Q * u) mod m = 1 ->
  Forall (fun term => (fst term * inverse (fst term)) mod m = 1) terms ->
  X mod m = given mod m /\ X mod Q = lifted Q terms mod Q /\
  - h * Q <= X < (m - h - 1 + count_of terms) * Q /\ m - 1 <= 2 * h <= m.
Proof.
  cbv zeta. unfold redundant_lift, redundant_row. intros Hm Hr Hne Hu Hi.
  pose proof (product_positive terms Hr) as HQ.
  pose proof (lifted_range (product_of terms) terms Hr Hne HQ (product_divided terms)) as Hl.
  set (h := half_of_modulus m).
  assert (Hh : m - 1 <= 2 * h <= m) by (unfold h, half_of_modulus; pose proof (floor m 2); lia). clearbody h.
  destruct (negative_inverses m inverse (product_of terms) terms Hm Hr (product_divided terms) Hi) as [e He].
  set (Q := product_of terms) in *. set (D := total (map (fun term => snd term * (m - inverse (fst term))) terms)) in *.
  set (S := lifted Q terms) in *. set (L := count_of terms) in *. clearbody Q D S L. clear Hr Hi.
  rewrite Zplus_mod_idemp_l. set (n := D + given * u + h).
  pose proof (Z.mod_pos_bound n m ltac:(lia)) as Hn. pose proof (Z.div_mod n m ltac:(lia)) as Dn.
  set (row := n mod m) in *. set (a := n / m) in *.
  pose proof (Z.div_mod (Q * u) m ltac:(lia)) as Du. rewrite Hu in Du. set (b := Q * u / m) in *. clearbody a b row.
  split; [|split; [|split; [|exact Hh]]].
  - apply (congruent _ _ _ (a * Q - e - given * b)); [lia|].
    assert (R : row * Q = n * Q - m * a * Q) by (replace row with (n - m * a) by lia; ring).
    assert (N : n * Q = Q * D + given * (Q * u) + h * Q) by (unfold n; ring).
    rewrite R, N, Du. replace (Q * D) with (e * m - S) by lia. ring.
  - replace (S + row * Q - h * Q) with (S + (row - h) * Q) by ring. apply Z.mod_add; lia.
  - assert (0 <= row * Q <= (m - 1) * Q) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg_r]; lia).
    split; lia.
Qed.

(** Shenoy and Kumaresan: an integer with these residues, of magnitude at most (h - L) Q, is X. *)
Theorem redundant_is_exact m inverse u terms x :
  let Q := product_of terms in
  2 <= m -> residues terms -> terms <> [] -> (Q * u) mod m = 1 ->
  Forall (fun term => (fst term * inverse (fst term)) mod m = 1) terms ->
  x mod Q = lifted Q terms mod Q -> Z.abs x <= (half_of_modulus m - count_of terms) * Q ->
  redundant_lift m inverse u Q terms (x mod m) = x.
Proof.
  cbv zeta. intros Hm Hr Hne Hu Hi Hx Hs.
  destruct (redundant_multiple m inverse u terms (x mod m) Hm Hr Hne Hu Hi) as (Xm & XQ & _ & Hh).
  rewrite Z.mod_mod in Xm by lia. unfold redundant_lift, redundant_row in *.
  pose proof (product_positive terms Hr) as HQ.
  pose proof (lifted_range (product_of terms) terms Hr Hne HQ (product_divided terms)) as Hl.
  set (Q := product_of terms) in *. clearbody Q.
  set (h := half_of_modulus m) in *. clearbody h. set (S := lifted Q terms) in *.
  set (sum := total _ + _) in *. set (L := count_of terms) in *. clearbody S L sum. clear Hr Hi.
  pose proof (Z.mod_pos_bound (sum mod m + h) m ltac:(lia)) as Hrow.
  set (row := (sum mod m + h) mod m) in *. clearbody row. clear sum.
  (* x - S is a multiple of Q, and so is the difference; it is a multiple of m, too, and m and Q are coprime. *)
  assert (Hd : exists d, x - S = d * Q).
  { exists (x / Q - S / Q). pose proof (Z.div_mod x Q ltac:(lia)). pose proof (Z.div_mod S Q ltac:(lia)). lia. }
  destruct Hd as [d Hd].
  assert (He : exists e, (row - h - d) * Q = e * m).
  { exists ((S + row * Q - h * Q) / m - x / m). pose proof (Z.div_mod x m ltac:(lia)).
    pose proof (Z.div_mod (S + row * Q - h * Q) m ltac:(lia)). lia. }
  destruct He as [e He].
  assert (Hf : (m | row - h - d)).
  { pose proof (Z.div_mod (Q * u) m ltac:(lia)) as D. rewrite Hu in D. set (b := Q * u / m) in *. clearbody b.
    exists (e * u - (row - h - d) * b). transitivity ((row - h - d) * (Q * u - m * b)).
    - replace (Q * u - m * b) with 1 by lia. ring.
    - replace ((row - h - d) * (Q * u - m * b)) with ((row - h - d) * Q * u - m * b * (row - h - d)) by ring.
      rewrite He. ring. }
  destruct Hf as [f Hf].
  assert (Hdr : - h <= d <= h - L).
  { split; [apply Z.lt_pred_le|apply Z.lt_succ_r]; apply (cancel Q); lia. }
  assert (HL : 0 < L) by (apply (cancel Q); lia).
  assert (f = 0) by nia. subst f. replace (row * Q) with ((h + d) * Q) by (f_equal; lia). lia.
Qed.

(** Montgomery: with residues of m x and 0 modulo m, m divides X, and X / m is x modulo Q close to zero. *)
Theorem redundant_reduces m inverse u terms x :
  let Q := product_of terms in let X := redundant_lift m inverse u Q terms 0 in
  2 <= m -> residues terms -> terms <> [] -> (Q * u) mod m = 1 ->
  Forall (fun term => (fst term * inverse (fst term)) mod m = 1) terms ->
  (m * x) mod Q = lifted Q terms mod Q ->
  X = m * (X / m) /\ (X / m) mod Q = x mod Q /\
  - Q <= 2 * (X / m) /\ m * (2 * (X / m) - Q) < 2 * count_of terms * Q.
Proof.
  cbv zeta. intros Hm Hr Hne Hu Hi Hx.
  destruct (redundant_multiple m inverse u terms 0 Hm Hr Hne Hu Hi) as (Xm & XQ & XR & Hh).
  set (X := redundant_lift _ _ _ _ _ _) in *. clearbody X. pose proof (product_positive terms Hr) as HQ.
  pose proof (lifted_range (product_of terms) terms Hr Hne HQ (product_divided terms)) as Hl.
  set (Q := product_of terms) in *. clearbody Q. set (S := lifted Q terms) in *. set (L := count_of terms) in *.
  clearbody S L. rewrite <- Hx in XQ. clear Hx Hr Hi Hl.
  set (h := half_of_modulus m) in *. clearbody h.
  pose proof (Z.div_mod X m ltac:(lia)) as D. rewrite Xm, Z.mod_0_l in D by lia. set (r := X / m) in *. clearbody r.
  split; [lia|]. split; [|split].
  - assert (Hd : (Q | m * (r - x))).
    { exists (X / Q - m * x / Q). pose proof (Z.div_mod X Q ltac:(lia)). pose proof (Z.div_mod (m * x) Q ltac:(lia)).
      lia. }
    assert (Hd' : (Q | r - x)).
    { apply (Znumtheory.Gauss _ m); [exact Hd|]. apply Znumtheory.rel_prime_sym.
      apply Znumtheory.bezout_rel_prime. apply (Znumtheory.Bezout_intro _ _ _ (- (Q * u / m)) u).
      pose proof (Z.div_mod (Q * u) m ltac:(lia)). lia. }
    destruct Hd' as [d Hd']. apply (congruent _ _ _ (- d)); lia.
  - apply Z.lt_pred_le. apply (cancel m); [lia|].
    assert (2 * h * Q <= m * Q) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
  - assert ((m - 1) * Q <= 2 * h * Q) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

(** ** Section 16.9: rows in two parts *)

Theorem split_row p c y : 2 <= p -> 0 <= y < 2 ^ 62 ->
  let low := Z.land y split_mask in let high := y / 2 ^ split_bits in
  y = low + 2 ^ split_bits * high /\ 0 <= low < 2 ^ split_bits /\ 0 <= high < 2 ^ split_bits /\
  (c * low + c * 2 ^ split_bits mod p * high) mod p = (c * y) mod p.
Proof.
  unfold split_mask, split_bits. intros Hp Hy. cbv zeta. change 2147483647 with (2 ^ 31 - 1).
  rewrite land_mask by lia. pose proof (Z.div_mod y (2 ^ 31) ltac:(lia)) as D.
  pose proof (Z.mod_pos_bound y (2 ^ 31) ltac:(lia)) as R. pose proof (floor y (2 ^ 31) ltac:(lia)) as F.
  set (low := y mod 2 ^ 31) in *. set (high := y / 2 ^ 31) in *. clearbody low high.
  split; [lia|]. split; [lia|]. split; [lia|].
  rewrite Z.add_mod, Zmult_mod_idemp_l, <- Z.add_mod by lia. f_equal. subst y. ring.
Qed.

(** The row of a single modulus Q: with a constant added, it is the lift modulo p as a lazy value. *)
Theorem lazy_summand Q p shift y : 0 < p -> 0 <= y < Q ->
  let c := (- shift) mod p in Q <= 4 * p - c ->
  0 <= y + c < 4 * p /\ (y + c) mod p = (y - shift) mod p.
Proof.
  intros Hp Hy c Hc. pose proof (Z.mod_pos_bound (- shift) p Hp). split; [lia|].
  unfold c. now rewrite Zplus_mod_idemp_r.
Qed.
