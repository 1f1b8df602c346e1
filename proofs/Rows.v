(** Products by rows: one quotient for several limbs; sections 13.1, 15.1 and 18.1 of docs/bounds. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Montgomery.
Import ListNotations.

(** Digits x_i < B with the rows w_i < q and their quotients floor(w_i B / (m q)) + 1. *)
Fixpoint rows_sum (xs ws : list Z) : Z :=
  match xs, ws with x :: xs, w :: ws => x * w + rows_sum xs ws | _, _ => 0 end.
Fixpoint rows_quotient B mq (xs ws : list Z) : Z :=
  match xs, ws with x :: xs, w :: ws => x * (w * B / mq + 1) / B + rows_quotient B mq xs ws | _, _ => 0 end.

(** Every row adds less than m q on either side. *)
Theorem row_product_range B mq xs : forall ws,
  1 < B -> 0 < mq -> digits_of B xs -> length ws = length xs -> Forall (fun w => 0 <= w) ws -> xs <> [] ->
  let T := rows_sum xs ws - rows_quotient B mq xs ws * mq in
  - (Z.of_nat (length xs) * mq) < T < Z.of_nat (length xs) * mq.
Proof.
  cbv zeta. induction xs as [|x xs IH]; intros [|w ws] HB Hq Hx Hl Hw Hne; cbn [length] in *; try discriminate;
    try congruence.
  inversion Hx as [|? ? Hx0 Hxs]; subst. inversion Hw as [|? ? Hw0 Hws]; subst. cbn [rows_sum rows_quotient].
  rewrite Nat2Z.inj_succ.
  pose proof (floor (w * B) mq Hq) as F1. set (v := w * B / mq) in *. clearbody v.
  pose proof (floor (x * (v + 1)) B ltac:(lia)) as F2. set (Q := x * (v + 1) / B) in *. clearbody Q.
  assert (H : - mq < x * w - Q * mq < mq).
  { assert (A1 : x * (mq * v) <= x * (w * B)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (A2 : x * (w * B) <= x * (mq * v + mq)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (A3 : mq * (B * Q) <= mq * (x * (v + 1))) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (A4 : mq * (x * (v + 1)) < mq * (B * Q + B)) by (apply Z.mul_lt_mono_pos_l; lia).
    assert (A5 : x * mq <= (B - 1) * mq) by (apply Z.mul_le_mono_nonneg_r; lia).
    split; apply (cancel B); lia. }
  destruct xs as [|x' xs]; [destruct ws; [cbn [rows_sum rows_quotient length]; lia|discriminate]|].
  specialize (IH ws HB Hq Hxs ltac:(lia) Hws ltac:(discriminate)). lia.
Qed.

(** The quotient of limbs of 52 bits is one limb: there are L <= m rows, and each is below B / m by at least one. *)
Theorem row_quotient_fits B m q L xs ws :
  1 < B -> 0 < q -> L <= m -> 0 < m -> (m | B) -> digits_of B xs -> length ws = length xs ->
  Z.of_nat (length xs) = L -> Forall (fun w => 0 <= w < q) ws -> 0 <= rows_quotient B (m * q) xs ws < B.
Proof.
  intros HB Hq HLm Hm [e He] Hx Hl HL Hw.
  assert (He1 : 1 <= e) by (apply Z.lt_succ_r, (cancel m); lia).
  assert (H : 0 <= rows_quotient B (m * q) xs ws <= Z.of_nat (length xs) * (e - 1)).
  { clear HL HLm. revert ws Hl Hw. induction Hx as [|x xs Hx Hxs IH]; intros [|w ws] Hl Hw; cbn [length] in *;
      try discriminate.
    - cbn [rows_quotient]. lia.
    - inversion Hw as [|? ? Hw0 Hws]; subst. cbn [rows_quotient]. rewrite Nat2Z.inj_succ.
      specialize (IH ws ltac:(lia) Hws).
      assert (Hmq : 0 < m * q) by (apply Z.mul_pos_pos; lia).
      assert (Hv : 0 <= w * (e * m) / (m * q) < e).
      { split; [apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; lia|].
        apply Z.div_lt_upper_bound; [lia|]. replace (m * q * e) with (q * (e * m)) by ring. apply Z.mul_lt_mono_pos_r;
          lia. }
      set (v := w * (e * m) / (m * q)) in *. clearbody v.
      assert (Ht : 0 <= x * (v + 1) / (e * m) < e).
      { split; [apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; lia|]. apply Z.div_lt_upper_bound; [lia|].
        assert (x * (v + 1) <= x * e) by (apply Z.mul_le_mono_nonneg_l; lia).
        assert (x * e < e * m * e) by (apply Z.mul_lt_mono_pos_r; lia). lia. }
      lia. }
  rewrite HL in H. assert (L * (e - 1) <= m * (e - 1)) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

(** Section 18.1: rows w_i = w B^(i+1) mod q; the multiple m of q makes the sum a multiple of B. *)
Theorem montgomery_rows B k q xs ws :
  1 < B -> 0 < q -> (q * k) mod B = B - 1 -> digits_of B xs -> length ws = length xs ->
  Forall (fun w => 0 <= w < q) ws ->
  let S := rows_sum xs ws in let T := (S + multiple B k S * q) / B in
  B * T = S + multiple B k S * q /\ 0 <= T < (Z.of_nat (length xs) + 1) * q.
Proof.
  intros HB Hq Hk Hx Hl Hw. cbv zeta.
  assert (HS : 0 <= rows_sum xs ws <= Z.of_nat (length xs) * ((B - 1) * q)).
  { revert ws Hl Hw. induction Hx as [|x xs Hx Hxs IH]; intros [|w ws] Hl Hw; cbn [length] in *; try discriminate.
    - cbn [rows_sum]. lia.
    - inversion Hw as [|? ? Hw0 Hws]; subst. cbn [rows_sum]. rewrite Nat2Z.inj_succ. specialize (IH ws ltac:(lia) Hws).
      assert (0 <= x * w <= (B - 1) * q) by (split; [apply Z.mul_nonneg_nonneg; lia|apply Z.mul_le_mono_nonneg;
        lia]). lia. }
  set (S := rows_sum xs ws) in *. clearbody S.
  destruct (multiple_clears B k q S ltac:(lia) Hk) as [c Ec]. rewrite Ec, (Z.mul_comm B c), Z.div_mul by lia.
  split; [ring|].
  pose proof (Z.mod_pos_bound (S * k) B ltac:(lia)) as Hm. fold (multiple B k S) in Hm.
  assert (0 <= multiple B k S * q <= (B - 1) * q) by (split; [apply Z.mul_nonneg_nonneg;
    lia|apply Z.mul_le_mono_nonneg_r; lia]).
  set (n := Z.of_nat (length xs)) in *. assert (0 <= n) by (unfold n; lia). clearbody n.
  assert (0 <= n * q) by (apply Z.mul_nonneg_nonneg; lia).
  split; [|apply (cancel B); lia]. enough (-1 < c) by lia. apply (cancel B); lia.
Qed.

(** ** Section 13.1: two or three limbs of 52 bits, x below 2^(52 L) *)

Theorem radix52_row_product limbs q xs ws :
  limbs = 2 \/ limbs = 3 -> 0 < q -> digits_of (2 ^ 52) xs -> Z.of_nat (length xs) = limbs -> length ws = length xs ->
  Forall (fun w => 0 <= w < q) ws ->
  let mq := radix52_row_multiple limbs * q in let Q := rows_quotient (2 ^ 52) mq xs ws in
  - (radix52_row_excess limbs * q) < rows_sum xs ws - Q * mq < radix52_row_excess limbs * q /\ 0 <= Q < 2 ^ 52.
Proof.
  intros HL Hq Hx Hlen Hl Hw. cbv zeta.
  assert (Hm : 0 < radix52_row_multiple limbs /\ limbs <= radix52_row_multiple limbs /\ (radix52_row_multiple limbs |
    2 ^ 52) /\
               radix52_row_excess limbs = limbs * radix52_row_multiple limbs).
  { destruct HL as [-> | ->]; unfold radix52_row_multiple, radix52_row_excess; cbn [Z.eqb Pos.eqb].
    - split; [lia|split; [lia|split; [exists (2 ^ 51); reflexivity|reflexivity]]].
    - split; [lia|split; [lia|split; [exists (2 ^ 50); reflexivity|reflexivity]]]. }
  destruct Hm as (Hm & HLm & Hd & ->). set (m := radix52_row_multiple limbs) in *. clearbody m.
  assert (Hmq : 0 < m * q) by (apply Z.mul_pos_pos; lia).
  split.
  - assert (Hw0 : Forall (fun w => 0 <= w) ws) by (eapply Forall_impl; [|exact Hw]; cbn; lia).
    pose proof (row_product_range (2 ^ 52) (m * q) xs ws ltac:(lia) Hmq Hx Hl Hw0) as H. cbv zeta in H.
    rewrite Hlen in H. rewrite <- Z.mul_assoc. apply H. intros ->. cbn in Hlen. lia.
  - apply (row_quotient_fits (2 ^ 52) m q limbs); assumption || lia.
Qed.

(** ** Section 15.1: two limbs of 64 bits, any 128-bit word x, the quotient counting q itself *)

Theorem double_row_product q x0 x1 w0 w1 :
  0 < q -> fits 64 x0 -> fits 64 x1 -> 0 <= w0 < q -> 0 <= w1 < q ->
  let T := rows_sum [x0; x1] [w0; w1] - rows_quotient (2 ^ 64) q [x0; x1] [w0; w1] * q in
  - (double_row_growth * q) < T < double_row_growth * q.
Proof.
  unfold fits, double_row_growth. intros Hq H0 H1 Hw0 Hw1.
  apply (row_product_range (2 ^ 64) q [x0; x1] [w0; w1]); try lia; try reflexivity; try discriminate.
  - repeat constructor; lia.
  - repeat constructor; lia.
Qed.

(** ** Section 18.1: products by twiddles start from - row_shift q *)

Theorem montgomery52_row_product limbs k q xs ws :
  0 < q -> (q * k) mod 2 ^ 52 = 2 ^ 52 - 1 -> digits_of (2 ^ 52) xs -> Z.of_nat (length xs) = limbs -> length ws =
    length xs ->
  Forall (fun w => 0 <= w < q) ws ->
  let S := rows_sum xs ws in let T := (S + multiple (2 ^ 52) k S * q) / 2 ^ 52 - montgomery52_row_shift limbs * q in
  within q (montgomery52_row_range limbs) T.
Proof.
  intros Hq Hk Hx Hlen Hl Hw. cbv zeta.
  destruct (montgomery_rows (2 ^ 52) k q xs ws ltac:(lia) Hq Hk Hx Hl Hw) as [_ H]. rewrite Hlen in H.
  set (t := (rows_sum xs ws + _) / _) in *. clearbody t.
  unfold within, montgomery52_row_range, montgomery52_row_shift.
  set (s := (limbs + 2) / 2) in *. clearbody s. destruct (limbs =? 5); cbn [low high]; lia.
Qed.
