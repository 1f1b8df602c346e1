(** Products in columns of 52 bits, as in src/arith/radix52/columns.hpp, and the step that subtracts multiples by the
    two highest columns: shared by sections 13.8, 13.9, 13.14 and 13.15 of docs/bounds/limbs52.md. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Montgomery.
Import ListNotations.

Definition number52 := value (2 ^ 52).
(** The digits that multiply-adds read from lanes. *)
Definition digits_read := map low52.

(** A sum of n numbers of 52 bits. *)
Definition column n c := 0 <= c <= n * (2 ^ 52 - 1).

(** Adds x y to columns; a carry out of the last one is dropped. *)
Fixpoint columns_add_multiple x (ys v : list Z) : list Z :=
  match ys, v with
  | y :: ys, c :: next :: rest => madd52_low c x y :: columns_add_multiple x ys (madd52_high next x y :: rest)
  | y :: _, [c] => [madd52_low c x y]
  | _, _ => v
  end.
Fixpoint columns_add_product (xs ys v : list Z) : list Z :=
  match xs with
  | [] => v
  | x :: xs => match columns_add_multiple x ys v with [] => [] | c :: v => c :: columns_add_product xs ys v end
  end.

(** The number of terms in each column after that, from columns of ns terms. *)
Fixpoint terms (count : nat) (ns : list Z) : list Z :=
  match count, ns with
  | S count, n :: next :: rest => n + 1 :: terms count (next + 1 :: rest)
  | S _, [n] => [n + 1]
  | _, _ => ns
  end.
Fixpoint product_terms (rows count : nat) (ns : list Z) : list Z :=
  match rows with
  | O => ns
  | S rows => match terms count ns with [] => [] | n :: ns => n :: product_terms rows count ns end
  end.

Lemma madd_of_column n c x y : column n c -> n < 4096 ->
  exists l h, madd52_low c x y = c + l /\ madd52_high c x y = c + h /\ low52 x * low52 y = l + 2 ^ 52 * h /\
  0 <= l < 2 ^ 52 /\ 0 <= h < 2 ^ 52 /\ column (n + 1) (c + l) /\ column (n + 1) (c + h).
Proof.
  unfold column, madd52_low, madd52_high. intros Hc Hn.
  pose proof (low52_range x) as Hx. pose proof (low52_range y) as Hy.
  assert (Hxy : 0 <= low52 x * low52 y < 2 ^ 52 * 2 ^ 52).
  { split; [apply Z.mul_nonneg_nonneg|apply Z.mul_lt_mono_nonneg]; lia. }
  set (p := low52 x * low52 y) in *. clearbody p.
  pose proof (Z.div_mod p (2 ^ 52) ltac:(lia)) as D. pose proof (Z.mod_pos_bound p (2 ^ 52) eq_refl) as Hm.
  assert (Hh : 0 <= p / 2 ^ 52 < 2 ^ 52) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
  exists (p mod 2 ^ 52), (p / 2 ^ 52). rewrite !(Z.mod_small _ (2 ^ 64)) by lia. lia.
Qed.

Lemma columns_add_multiple_spec ys : forall x ns v,
  Forall2 column ns v -> (length ys <= length v)%nat -> Forall (fun n => n <= 4096) (terms (length ys) ns) ->
  let r := columns_add_multiple x ys v in
  Forall2 column (terms (length ys) ns) r /\ Forall2 Z.le v r /\
  exists dropped, 0 <= dropped /\ ((length ys < length v)%nat -> dropped = 0) /\
  number52 r = number52 v + low52 x * number52 (digits_read ys) - dropped * (2 ^ 52) ^ Z.of_nat (length v).
Proof.
  induction ys as [|y ys IH]; intros x ns v Hv Hl Hn; cbv zeta.
  - assert (R : Forall2 Z.le v v) by (clear; induction v; constructor; [lia|assumption]).
    cbn [length terms columns_add_multiple digits_read map] in *. unfold number52 at 3. cbn [value].
    split; [exact Hv|split; [exact R|]]. exists 0. lia.
  - destruct Hv as [|n c ns v Hc Hv]; [cbn in Hl; lia|]. destruct Hv as [|next_n next ns rest Hnext Hrest].
    + destruct ys; [|cbn in Hl; lia]. cbn [length terms columns_add_multiple digits_read map] in *.
      apply Forall_inv in Hn. destruct (madd_of_column n c x y Hc ltac:(lia))
        as (l & h & -> & _ & E & Hlo & Hh & Hc' & _).
      split; [constructor; [exact Hc'|constructor]|]. split; [constructor; [lia|constructor]|].
      exists h. unfold number52. cbn [value]. change (Z.of_nat 1) with 1. rewrite Z.pow_1_r. lia.
    + cbn [length terms columns_add_multiple digits_read map] in *.
      assert (Hc4 : n < 4096) by (apply Forall_inv in Hn; lia). apply Forall_inv_tail in Hn.
      assert (Hn4 : next_n < 4096).
      { destruct ys, ns; cbn [length terms] in Hn; apply Forall_inv in Hn; lia. }
      destruct (madd_of_column n c x y Hc Hc4) as (l & h & -> & _ & E & Hlo & Hh & Hc' & _).
      destruct (madd_of_column next_n next x y Hnext Hn4) as (l' & h' & _ & -> & E' & Hlo' & Hh' & _ & Hc'').
      assert (h' = h) by lia. subst h'.
      destruct (IH x (next_n + 1 :: ns) (next + h :: rest) ltac:(constructor; assumption) ltac:(cbn [length]; lia) Hn)
        as (H1 & H2 & d & Hd & Hd0 & Ed).
      split; [constructor; assumption|]. split.
      { constructor; [lia|]. inversion H2 as [|? a ? r Ha Hr]; subst. constructor; [lia|assumption]. }
      exists d. split; [exact Hd|]. split; [intros; apply Hd0; cbn [length]; lia|].
      cbn [length] in Ed. unfold number52 in *. cbn [value] in *. rewrite Ed, !Nat2Z.inj_succ, !Z.pow_succ_r by lia.
      change (map low52 ys) with (digits_read ys) in *.
      replace (low52 x * (low52 y + 2 ^ 52 * value (2 ^ 52) (digits_read ys))) with
        (low52 x * low52 y + 2 ^ 52 * (low52 x * value (2 ^ 52) (digits_read ys))) by ring.
      rewrite E. ring.
Qed.

Lemma terms_limited count : forall ns l, Forall (fun n => n <= l) ns ->
  Forall (fun n => n <= l + 2) (terms count ns).
Proof.
  assert (H : forall count ns l n, Forall (fun n => n <= l) ns -> n <= l + 1 ->
    Forall (fun n => n <= l + 2) (terms count (n :: ns))).
  { intros c. induction c as [|c IH]; intros ns l n Hns Hn.
    - cbn [terms]. constructor; [lia|]. eapply Forall_impl; [|exact Hns]. cbn. lia.
    - destruct Hns as [|n' ns Hn' Hns]; cbn [terms]; constructor; try lia; [constructor|]. apply IH; [assumption|lia]. }
  intros ns l Hns. destruct Hns as [|n ns Hn Hns]; [destruct count; constructor|]. apply H; [assumption|lia].
Qed.

Lemma columns_add_product_spec ys xs : forall ns v l,
  Forall2 column ns v -> (length xs + length ys <= S (length v))%nat -> Forall (fun n => n <= l) ns ->
  l + 2 * Z.of_nat (length xs) <= 4096 ->
  let r := columns_add_product xs ys v in
  Forall2 column (product_terms (length xs) (length ys) ns) r /\ Forall2 Z.le v r /\
  exists dropped, 0 <= dropped /\ ((length xs + length ys <= length v)%nat -> dropped = 0) /\
  number52 r = number52 v + number52 (digits_read xs) * number52 (digits_read ys)
             - dropped * (2 ^ 52) ^ Z.of_nat (length v).
Proof.
  induction xs as [|x xs IH]; intros ns v l Hv Hl Hn Hm; cbv zeta.
  - assert (R : Forall2 Z.le v v) by (clear; induction v; constructor; [lia|assumption]).
    cbn [length product_terms columns_add_product digits_read map] in *. unfold number52 at 3. cbn [value].
    split; [exact Hv|split; [exact R|]]. exists 0. lia.
  - cbn [length product_terms columns_add_product digits_read map] in *.
    pose proof (terms_limited (length ys) ns l Hn) as Ht.
    destruct (columns_add_multiple_spec ys x ns v Hv ltac:(lia)) as (H1 & H2 & d & Hd & Hd0 & Ed).
    { eapply Forall_impl; [|exact Ht]. cbn. lia. }
    destruct H2 as [|c0 c v r Hc Hr].
    { inversion H1 as [E|]. split; [constructor|split; [constructor|]]. exists 0. 
      cbn in Hl. destruct xs, ys; cbn in Hl; try lia. cbn. lia. }
    inversion H1 as [|n ? ns' ? Hnc Hns E]; subst. rewrite <- E in Ht. apply Forall_inv_tail in Ht.
    assert (Hlen : length r = length v) by (clear - Hr; induction Hr; cbn; congruence).
    cbn [length] in *.
    destruct (IH ns' r (l + 2) Hns ltac:(lia) Ht ltac:(lia)) as (I1 & I2 & d' & Hd' & Hd0' & Ed').
    split; [constructor; assumption|]. split.
    { constructor; [assumption|]. clear -Hr I2. revert I2. generalize (columns_add_product xs ys r). 
      induction Hr as [|a b v r Hab Hvr IH]; intros w Hw; inversion Hw; subst; constructor;
        [lia|]. apply IH. assumption. }
    exists (d + d'). split; [lia|]. split; [intros; rewrite Hd0, Hd0' by lia; lia|].
    unfold number52 in *. cbn [value] in *. rewrite Hlen in Ed'. rewrite Ed'.
    rewrite !Nat2Z.inj_succ, !Z.pow_succ_r in * by lia. fold digits_read in *.
    set (P := (2 ^ 52) ^ Z.of_nat (length v)) in *.
    set (X := value (2 ^ 52) (digits_read xs)) in *. set (Y := value (2 ^ 52) (digits_read ys)) in *.
    set (N := value (2 ^ 52) v) in *. set (M := value (2 ^ 52) r) in *.
    replace (c + 2 ^ 52 * (M + X * Y - d' * P)) with (c + 2 ^ 52 * M + 2 ^ 52 * (X * Y) - 2 ^ 52 * (d' * P)) by ring.
    rewrite Ed. ring.
Qed.

(** The digits of constants, modulo 2^(52 size). *)
Fixpoint put_limbs (size : nat) (x : Z) : list Z :=
  match size with O => [] | S size => low52 x :: put_limbs size (x / 2 ^ 52) end.

Lemma put_limbs_number size : forall x,
  number52 (digits_read (put_limbs size x)) = x mod (2 ^ 52) ^ Z.of_nat size /\
  number52 (put_limbs size x) = x mod (2 ^ 52) ^ Z.of_nat size /\ length (put_limbs size x) = size.
Proof.
  intros x. assert (E : digits_read (put_limbs size x) = put_limbs size x /\ length (put_limbs size x) = size).
  { revert x. induction size as [|n IH]; intros x; [split; reflexivity|].
    cbn [put_limbs digits_read map length]. destruct (IH (x / 2 ^ 52)) as [E ->]. split; [|reflexivity].
    change (map low52 (put_limbs n (x / 2 ^ 52))) with (digits_read (put_limbs n (x / 2 ^ 52))). rewrite E.
    unfold low52. rewrite Z.mod_mod by lia. reflexivity. }
  destruct E as [-> ->]. assert (E : number52 (put_limbs size x) = x mod (2 ^ 52) ^ Z.of_nat size); [|auto].
  revert x. induction size as [|n IH]; intros x.
  - change (Z.of_nat 0) with 0. rewrite Z.pow_0_r, Z.mod_1_r. reflexivity.
  - cbn [put_limbs]. unfold number52 in *. cbn [value]. rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia.
    rewrite Z.rem_mul_r by (try apply Z.pow_nonzero; lia). reflexivity.
Qed.

(** ** The digit of the two highest columns *)

Definition column_digit shift below top next := add 64 (shift_left 64 top shift) (shift_right below next).

Lemma column_digit_read shift below top next : 0 <= shift ->
  low52 (column_digit shift below top next) = (top * 2 ^ shift + next / 2 ^ below) mod 2 ^ 52.
Proof.
  intros. unfold column_digit, shift_left, shift_right, add. rewrite low52_of_lane. unfold low52.
  rewrite <- Zplus_mod_idemp_l, (mod_of_mod _ 52 64), Zplus_mod_idemp_l by lia. reflexivity.
Qed.

(** [next] has the weight K, and [low] is the sum of the columns below it, carries included. The columns are those of a
    number R, modulo two places from K on. *)
Lemma column_digit_is_short shift below K E R top next lower k :
  0 <= shift -> 0 <= below -> shift + below = 52 -> 0 < K -> 0 <= lower < K + E ->
  R = lower + K * (next + 2 ^ 52 * top) - k * (K * (2 ^ 52 * 2 ^ 52)) -> E <= R \/ k = 0 /\ 0 <= next /\ 0 <= top ->
  R - lower < 2 ^ 52 * (K * 2 ^ below) ->
  let t := low52 (column_digit shift below top next) in
  0 <= t < 2 ^ 52 /\ t * (K * 2 ^ below) + lower <= R < (t + 1) * (K * 2 ^ below) + E.
Proof.
  intros Hs Hb Hsum HK Hlow ER Hor Hfit. cbv zeta. rewrite column_digit_read by assumption.
  assert (H52 : 2 ^ shift * 2 ^ below = 2 ^ 52) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive below Hb) as HB. pose proof (power_positive shift Hs)
    as HA. set (A := 2 ^ shift) in *. set (B := 2 ^ below) in *. clearbody A B.
  pose proof (floor next B HB) as Fn. set (n := next / B) in *. clearbody n.
  set (T := top * A + n - k * (2 ^ 52 * A)).
  assert (EK : K * (B * n) <= K * next <= K * (B * n + B - 1)) by (split; apply Z.mul_le_mono_nonneg_l; lia).
  assert (ET : T * (K * B) = K * (2 ^ 52 * top) + K * (B * n) - k * (K * (2 ^ 52 * 2 ^ 52))).
  { unfold T. rewrite <- H52. ring. }
  assert (HKB : 0 < K * B) by (apply Z.mul_pos_pos; lia).
  assert (HR : T * (K * B) + lower <= R < (T + 1) * (K * B) + E) by lia.
  assert (HT : 0 <= T < 2 ^ 52).
  { split; [|apply (cancel (K * B)); lia]. destruct Hor as [HE|(-> & Hnext & Htop)].
    - enough (-1 < T) by lia. apply (cancel (K * B)); lia.
    - assert (0 <= top * A) by (apply Z.mul_nonneg_nonneg; lia). enough (0 <= n) by (unfold T; lia).
      apply Z.lt_succ_r, (cancel B); lia. }
  assert (Et : (top * A + n) mod 2 ^ 52 = T).
  { symmetry. apply (Z.mod_unique _ _ (k * A)); [left; exact HT|]. unfold T. ring. }
  rewrite Et. split; [exact HT|exact HR].
Qed.

(** ** The multiples for this digit *)

(** A correction in words: that of the quotient modulo 2^52. *)
Lemma corrected_multiples correction c digit mu : (correction - c) mod 2 ^ 52 = 0 -> 0 <= mu < 2 ^ 52 ->
  0 <= low52 digit * mu / 2 ^ 52 + c < 2 ^ 52 ->
  low52 (madd52_high correction digit mu) = low52 digit * mu / 2 ^ 52 + c.
Proof.
  intros Hc Hmu HQ. unfold madd52_high. rewrite low52_of_lane, (low52_small mu) by lia.
  pose proof (Z.div_mod (correction - c) (2 ^ 52) ltac:(lia)) as D. rewrite Hc in D.
  set (Q := low52 digit * mu / 2 ^ 52) in *. set (e := (correction - c) / 2 ^ 52) in *. clearbody Q e.
  unfold low52. symmetry. apply (Z.mod_unique _ _ e); lia.
Qed.

(** A step subtracts Q m from R. The digit has the weight W, and mu is 2^52 W / m, too small by less than one plus g.
    The remainder consists of three errors: of the columns below the digit, W + E; of mu, R (m + g) / (2^52 W); and of
    the quotient, m. *)
Theorem column_step shift below K E R top next lower k m mu g correction c :
  let W := K * 2 ^ below in
  0 <= shift -> 0 <= below -> shift + below = 52 -> 0 < K -> 0 <= lower < K + E ->
  R = lower + K * (next + 2 ^ 52 * top) - k * (K * (2 ^ 52 * 2 ^ 52)) ->
  E <= R \/ k = 0 /\ 0 <= next /\ 0 <= top -> R - lower < 2 ^ 52 * W ->
  0 < m -> 0 <= g -> 0 <= mu < 2 ^ 52 -> mu * m <= 2 ^ 52 * W <= (mu + 1) * m + g ->
  (correction - c) mod 2 ^ 52 = 0 -> (c = 0 \/ c = 1 \/ c = -1 /\ 2 ^ 52 * (2 * W + E) <= mu * R) ->
  let Q := low52 (madd52_high correction (column_digit shift below top next) mu) in
  0 <= Q < 2 ^ 52 /\ lower - c * m <= R - Q * m /\
  2 ^ 52 * W * (R - Q * m + c * m) < 2 ^ 52 * W * (m + W + E) + (R - lower) * (m + g).
Proof.
  intros W Hs Hb Hsum HK Hlow ER Hor Hfit Hm Hg Hmu HW Hcorr Hc Q.
  destruct (column_digit_is_short shift below K E R top next lower k) as [Ht HR]; try assumption. fold W in HR.
  assert (HW0 : 0 < W) by (apply Z.mul_pos_pos; [|apply power_positive]; lia). clearbody W.
  unfold Q. pose proof (corrected_multiples correction c (column_digit shift below top next) mu Hcorr Hmu) as EQ.
  clear Q Hor ER Hs Hb Hsum. set (t := low52 _) in *. set (Q := low52 _) in *. clearbody t Q.
  assert (Htm : 0 <= t * mu <= (2 ^ 52 - 1) * (2 ^ 52 - 1)).
  { split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia. }
  floor_of (t * mu) by (2 ^ 52) as Q0 HQ.
  assert (HQ0 : 0 <= Q0 + c < 2 ^ 52).
  { split; [|lia]. destruct Hc as [->|[->|[-> Hc]]]; try lia. enough (0 < Q0) by lia.
    assert (mu * R <= mu * (t * W + W + E)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (mu * (W + E) <= 2 ^ 52 * (W + E)) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (2 ^ 52 * W <= W * (t * mu)) by lia. assert (2 ^ 52 <= t * mu) by (apply Z.lt_succ_r, (cancel W);
      lia). lia. }
  rewrite EQ by exact HQ0. split; [exact HQ0|].
  assert (B1 : m * (2 ^ 52 * Q0) <= m * (t * mu) < m * (2 ^ 52 * Q0 + 2 ^ 52)).
  { split; [apply Z.mul_le_mono_nonneg_l; lia|apply Z.mul_lt_mono_pos_l; lia]. }
  assert (B2 : t * (mu * m) <= t * (2 ^ 52 * W) <= t * ((mu + 1) * m + g)) by (split; apply Z.mul_le_mono_nonneg_l;
    lia).
  assert (B3 : t * W * (m + g) <= (R - lower) * (m + g)) by (apply Z.mul_le_mono_nonneg_r; lia).
  split; [lia|].
  assert (B4 : W * (2 ^ 52 * (R - Q0 * m)) < W * (2 ^ 52 * (m + W + E) + t * (m + g))).
  { apply Z.mul_lt_mono_pos_l; lia. }
  lia.
Qed.

Lemma number_of_both low high : number52 (low ++ high) = number52 low + (2 ^ 52) ^ Z.of_nat (length low) * number52 high.
Proof.
  unfold number52. induction low as [|c low IH]; cbn [app value length]; [change (Z.of_nat 0) with 0; lia|].
  rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
Qed.

(** The same on columns, the two highest of which are [next] and [top]: Q times [minus], which is -m, is added from the
    columns [back] on, and the highest is not read again. The remaining columns are right modulo their size. *)
Theorem columns_step shift below front back next top ns E R k m mu g correction c minus f :
  let K := (2 ^ 52) ^ Z.of_nat (length (front ++ back)) in let W := K * 2 ^ below in let lower := number52 (front ++
    back) in
  0 <= shift -> 0 <= below -> shift + below = 52 -> 0 <= lower < K + E ->
  R = lower + K * (next + 2 ^ 52 * top) - k * (K * (2 ^ 52 * 2 ^ 52)) ->
  E <= R \/ k = 0 /\ 0 <= next /\ 0 <= top -> R - lower < 2 ^ 52 * W ->
  0 < m -> 0 <= g -> 0 <= mu < 2 ^ 52 -> mu * m <= 2 ^ 52 * W <= (mu + 1) * m + g ->
  (correction - c) mod 2 ^ 52 = 0 -> (c = 0 \/ c = 1 \/ c = -1 /\ 2 ^ 52 * (2 * W + E) <= mu * R) ->
  number52 (digits_read minus) * (2 ^ 52) ^ Z.of_nat (length front) = - m + f * (K * 2 ^ 52) ->
  length minus = S (length back) -> Forall2 column ns (back ++ [next]) ->
  Forall (fun n => n <= 4096) (terms (length minus) ns) ->
  let Q := madd52_high correction (column_digit shift below top next) mu in
  let v := columns_add_multiple Q minus (back ++ [next]) in
  Forall2 column (terms (length minus) ns) v /\
  exists R' e, number52 (front ++ v) = R' + e * (K * 2 ^ 52) /\ R' = R - low52 Q * m /\ lower - c * m <= R' /\
    2 ^ 52 * W * (R' + c * m) < 2 ^ 52 * W * (m + W + E) + (R - lower) * (m + g).
Proof.
  intros K W lower Hs Hb Hsum Hlow ER Hor Hfit Hm Hg Hmu HW Hcorr Hc Em Lm Hns Hn Q v.
  assert (HK : 0 < K) by (apply Z.pow_pos_nonneg; lia).
  destruct (column_step shift below K E R top next lower k m mu g correction c) as (HQ & H0 & H1); try assumption.
  fold Q in HQ, H0, H1. fold W in H1.
  assert (Lb : length (back ++ [next]) = S (length back)) by (rewrite app_length; cbn; lia).
  destruct (columns_add_multiple_spec minus Q ns (back ++ [next]) Hns ltac:(lia) Hn) as (Hv & _ & d & _ & _ & EN).
  fold v in Hv, EN. split; [exact Hv|].
  exists (R - low52 Q * m), (low52 Q * f - top + k * 2 ^ 52 - d).
  split; [|split; [reflexivity|split; [exact H0|exact H1]]].
  rewrite number_of_both, EN, Lb. unfold lower, K in *. rewrite number_of_both in ER.
  rewrite app_length, Nat2Z.inj_add, Z.pow_add_r in * by lia. rewrite number_of_both, Nat2Z.inj_succ, Z.pow_succ_r
    by lia.
  set (F := (2 ^ 52) ^ Z.of_nat (length front)) in *. set (G := (2 ^ 52) ^ Z.of_nat (length back)) in *.
  unfold number52 at 3. cbn [value]. rewrite ER.
  replace (F * (number52 back + G * (next + 2 ^ 52 * 0) + low52 Q * number52 (digits_read minus) - d * (2 ^ 52 * G))) with
    (F * number52 back + F * G * next + low52 Q * (number52 (digits_read minus) * F) - d * (F * G * 2 ^ 52)) by ring.
  rewrite Em. ring.
Qed.
